// The queue port: named events that the job functions react to, delivered by Inngest or the embedded engine.
export type JobEvent =
  | { name: 'account/dispatch'; data: { account_id: string } }
  | { name: 'split/start'; data: { split_id: string; account_id: string; generation: number } }
  | { name: 'split/deleted'; data: { split_id: string } }
  | { name: 'split/room'; data: { split_id: string; generation: number } }
  | { name: 'worker/settled'; data: { split_id: string; generation: number } };

export type Queue = {
  /** Events with the same id within a day are delivered once. */
  send(events: readonly (JobEvent & { id?: string })[]): Promise<void>;
  /** Throws when events cannot be accepted. */
  check(): Promise<void>;
};
