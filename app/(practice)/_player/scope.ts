// A tree of lifetimes: every listener, timer, node and child belongs to a scope and ends with it, last in first out.
type Ending = () => void;

export class Scope {
  readonly #controller = new AbortController();
  #endings = new Set<Ending>();

  /** Aborts when the scope ends; hand it to fetch. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get ended(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Runs at the end of the scope; the answer takes it back without running it. */
  defer(ending: Ending): Ending {
    if (this.ended) {
      ending();
      return () => undefined;
    }
    this.#endings.add(ending);
    return () => void this.#endings.delete(ending);
  }

  child(): Scope {
    const scope = new Scope();
    const forget = this.defer(() => scope.end());
    scope.defer(forget);
    return scope;
  }

  listen(target: EventTarget, type: string, listener: (event: Event) => void): void {
    if (this.ended) return;
    target.addEventListener(type, listener);
    this.defer(() => target.removeEventListener(type, listener));
  }

  after(milliseconds: number, run: () => void): Ending {
    const timer = setTimeout(() => {
      forget();
      run();
    }, milliseconds);
    const forget = this.defer(() => clearTimeout(timer));
    return () => {
      clearTimeout(timer);
      forget();
    };
  }

  every(milliseconds: number, run: () => void): Ending {
    const timer = setInterval(run, milliseconds);
    const forget = this.defer(() => clearInterval(timer));
    return () => {
      clearInterval(timer);
      forget();
    };
  }

  end(): void {
    if (this.ended) return;
    this.#controller.abort();
    const endings = [...this.#endings].reverse();
    this.#endings = new Set();
    for (const ending of endings) ending();
  }
}
