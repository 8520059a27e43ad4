// Asks one address again and again over kept connections for a while, and counts the answers.
import { Agent, request } from 'node:http';

const connections = 16;

const ask = (agent: Agent, url: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const call = request(url, { agent, headers, timeout: 10_000 }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
      answer.on('error', reject);
    });
    call.on('error', reject);
    call.on('timeout', () => call.destroy(new Error('no answer within 10 s')));
    call.end();
  });

/** Answers per second; every one must have the status 200. */
export const measureRate = async (
  url: string,
  headers: Record<string, string>,
  seconds: number,
): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const startMs = performance.now();
  const endMs = startMs + seconds * 1000;
  let answers = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < endMs) {
      const status = await ask(agent, url, headers);
      if (status !== 200) throw new Error(`${url} answered ${status}`);
      answers += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, lane));
    return answers / ((performance.now() - startMs) / 1000);
  } finally {
    agent.destroy();
  }
};

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
};
