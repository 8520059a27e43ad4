// A number of places that many share; who finds none waits in line.
export class LanePool {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  /** Resolves with the way to give the place back; rejects when the signal ends the wait. */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(signal);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.#giveBack();
    };
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(new DOMException('No longer waited for.', 'AbortError'));
      };
      this.#waiting.push(go);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  #giveBack(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
