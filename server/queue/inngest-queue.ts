// The queue over Inngest's event API: the embedded engine's, a self-hosted server's or the cloud's.
import type { Inngest } from 'inngest';
import type { Env } from '../env.ts';
import { isInngestCloud } from './inngest-client.ts';
import type { Queue } from './queue.ts';

const sentAtOnce = 200;
const checkMs = 3_000;
/** Only answers: the cloud's event API has no health of its own. */
const cloudUrl = 'https://inn.gs/health';

export const createInngestQueue = (client: Inngest, env: Pick<Env, 'INNGEST_BASE_URL'>): Queue => ({
  async send(events) {
    for (let from = 0; from < events.length; from += sentAtOnce) {
      await client.send(events.slice(from, from + sentAtOnce).map((event) => ({ ...event })));
    }
  },
  async check() {
    const { INNGEST_BASE_URL: baseUrl } = env;
    const url = isInngestCloud(baseUrl) ? cloudUrl : `${baseUrl}/health`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(checkMs) });
    await answer.body?.cancel();
    if (answer.status >= 500) throw new Error(`the queue answered ${answer.status}`);
  },
});
