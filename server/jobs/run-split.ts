// split/start: takes one song through its work, step by step; each step may be repeated, and every end has a reason.
import type { GetStepTools, Inngest } from 'inngest';
import type { Services } from '../operations/context.ts';
import { beginSplit, type SplitWork } from '../operations/splits/begin-split.ts';
import { fetchSource } from '../operations/splits/fetch-source.ts';
import { pollSplit } from '../operations/splits/poll-split.ts';
import { requeueSplit } from '../operations/splits/requeue-split.ts';
import { settleSplit } from '../operations/splits/settle-split.ts';
import { submitSplit } from '../operations/splits/submit-split.ts';
import { splitStart } from './job-events.ts';

type Steps = GetStepTools<Inngest>;

const retries = 4;
/** With the pauses below: over an hour of full workers, and over three hours of work. */
const submitTries = 200;
const roundsMax = 400;
/** A worker that does not answer this often in a row is dead. */
const missesMax = 3;

/** The front of the line asks often; the back would only ask in vain. */
const submitPause = (ahead: number): string => `${Math.min(30, 2 + ahead)}s`;
const pollPause = (round: number): string => (round < 4 ? '5s' : round < 10 ? '15s' : '30s');

const submit = async (services: Services, step: Steps, work: SplitWork): Promise<boolean> => {
  for (let tries = 0; tries < submitTries; tries += 1) {
    const submission = await step.run(`submit-${tries}`, () => submitSplit(services, work));
    if (submission.state !== 'full') return submission.state === 'accepted';
    await step.sleep(`room-${tries}`, submitPause(submission.ahead));
  }
  await step.run('no-room', () => requeueSplit(services, { ...work, why: 'no worker had room' }));
  return false;
};

const follow = async (services: Services, step: Steps, work: SplitWork): Promise<string> => {
  let misses = 0;
  for (let round = 0; round < roundsMax; round += 1) {
    await step.waitForEvent(`settled-${round}`, {
      event: 'worker/settled',
      timeout: pollPause(round),
      if: 'async.data.split_id == event.data.split_id && async.data.generation == event.data.generation',
    });
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

/** The last resort, outside the run: whatever happened to it, the song gets its reason and its charge back. */
export const settleLostRun = async (services: Services, data: unknown): Promise<boolean> => {
  const start = splitStart.parse(data);
  return settleSplit(services, {
    splitId: start.split_id,
    generation: start.generation,
    failure: { reason: 'interrupted', message: null },
  });
};

export const createRunSplit = (client: Inngest, services: Services) =>
  client.createFunction(
    {
      id: 'run-split',
      retries,
      triggers: [{ event: 'split/start' }],
      cancelOn: [{ event: 'split/deleted', if: 'async.data.split_id == event.data.split_id' }],
      onFailure: async ({ event }) => {
        await settleLostRun(services, event.data.event.data);
      },
    },
    async ({ event, step }) => {
      const start = splitStart.parse(event.data);
      const work = { splitId: start.split_id, generation: start.generation };
      const first = await step.run('begin', () => beginSplit(services, work));
      if (first === 'gone') return first;
      if (first === 'fetch') {
        const fetched = await step.run('fetch', () => fetchSource(services, work));
        if (fetched === 'ended') return fetched;
      }
      return (await submit(services, step, work)) ? follow(services, step, work) : 'not submitted';
    },
  );
