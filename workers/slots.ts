// The bounded line in front of the separation: so many songs at once, so many waiting, first come first served.

export type SlotTask = {
  /** Must not reject. */
  run: () => Promise<void>;
};

export class Slots {
  private readonly capacity: number;
  private readonly maxWaiting: number;
  private readonly waitingTasks: SlotTask[] = [];
  private runningCount = 0;

  constructor(capacity: number, maxWaiting: number) {
    this.capacity = capacity;
    this.maxWaiting = maxWaiting;
  }

  get running(): number {
    return this.runningCount;
  }

  get waiting(): number {
    return this.waitingTasks.length;
  }

  get hasRoom(): boolean {
    return this.runningCount < this.capacity || this.waitingTasks.length < this.maxWaiting;
  }

  /** False when the line is full: the task was not taken. */
  add(task: SlotTask): boolean {
    if (!this.hasRoom) return false;
    this.waitingTasks.push(task);
    this.fill();
    return true;
  }

  /** Takes a waiting task out of the line; false when it runs already or is unknown. */
  leave(task: SlotTask): boolean {
    const place = this.waitingTasks.indexOf(task);
    if (place < 0) return false;
    this.waitingTasks.splice(place, 1);
    return true;
  }

  private fill(): void {
    while (this.runningCount < this.capacity) {
      const next = this.waitingTasks.shift();
      if (!next) return;
      this.runningCount += 1;
      void next.run().finally(() => {
        this.runningCount -= 1;
        this.fill();
      });
    }
  }
}
