// split/start: takes one song through its work, step by step; each step may be repeated, and every end has a reason.
import type { GetStepTools, Inngest } from 'inngest';
import type { Services } from '../operations/context.ts';
import { beginSplit } from '../operations/splits/begin-split.ts';
import { pollSplit } from '../operations/splits/poll-split.ts';
import { requeueSplit } from '../operations/splits/requeue-split.ts';
import { settleSplit } from '../operations/splits/settle-split.ts';
import type { SplitWork } from '../operations/splits/split-work.ts';
import { submitAgain } from '../operations/splits/submit-split.ts';
import { splitStart } from './job-events.ts';

type Steps = GetStepTools<Inngest>;

const retries = 4;
/** With the pauses below: over an hour of full workers, and over three hours of work. */
const submitTries = 200;
const roundsMax = 400;
/** A worker that does not answer this often in a row is dead. */
const missesMax = 3;

/** Room is told (tell-room); asking by oneself is for when that was lost, and more often at the front of the line. */
const roomPause = (ahead: number, tries: number): string =>
  `${Math.min(30, 5 + 2 * ahead + Math.floor(tries / 4))}s`;
const pollPause = (round: number): string => (round < 4 ? '5s' : round < 10 ? '15s' : '30s');

/** Events of this generation of this song. */
const ofThisWork =
  'async.data.split_id == event.data.split_id && async.data.generation == event.data.generation';

const bringToWorker = async (services: Services, step: Steps, work: SplitWork): Promise<boolean> => {
  let last = await step.run('begin', () => beginSplit(services, work));
  for (let tries = 0; last.state === 'full' && tries < submitTries; tries += 1) {
    const timeout = roomPause(last.ahead, tries);
    await step.waitForEvent(`room-${tries}`, { event: 'split/room', timeout, if: ofThisWork });
    last = await step.run(`submit-${tries}`, () => submitAgain(services, work));
  }
  if (last.state === 'full')
    await step.run('no-room', () => requeueSplit(services, { ...work, why: 'no worker had room' }));
  return last.state === 'accepted';
};

const follow = async (services: Services, step: Steps, work: SplitWork): Promise<string> => {
  let misses = 0;
  for (let round = 0; round < roundsMax; round += 1) {
    const timeout = pollPause(round);
    const settled = await step.waitForEvent(`settled-${round}`, {
      event: 'worker/settled',
      timeout,
      if: ofThisWork,
    });
    // It is sent after the song's end was committed, never before.
    if (settled !== null) return 'ended';
    const state = await step.run(`poll-${round}`, () => pollSplit(services, work));
    if (state === 'ended') return state;
    misses = state === 'away' ? misses + 1 : 0;
    if (state === 'lost' || misses >= missesMax) {
      await step.run(`anew-${round}`, () => requeueSplit(services, { ...work, why: `worker ${state}` }));
      return state;
    }
  }
  await step.run('too-long', () => requeueSplit(services, { ...work, why: 'no end in sight' }));
  return 'too long';
};

const workOf = (data: unknown): SplitWork => {
  const start = splitStart.parse(data);
  return { splitId: start.split_id, generation: start.generation };
};

/** A run that somebody ended at the engine: its song gets its reason and its charge back. */
export const settleCancelledRun = (services: Services, data: unknown): Promise<boolean> =>
  settleSplit(services, { ...workOf(data), failure: { reason: 'interrupted', message: null } });

export const createRunSplit = (client: Inngest, services: Services) =>
  client.createFunction(
    {
      id: 'run-split',
      retries,
      triggers: [{ event: 'split/start' }],
      cancelOn: [{ event: 'split/deleted', if: 'async.data.split_id == event.data.split_id' }],
      onFailure: async ({ event }) => {
        // The run is lost, not the song: it is started anew, and fails only when that has been tried often enough.
        await requeueSplit(services, { ...workOf(event.data.event.data), why: 'run failed' });
      },
    },
    async ({ event, step }) => {
      const work = workOf(event.data);
      return (await bringToWorker(services, step, work)) ? follow(services, step, work) : 'not submitted';
    },
  );
