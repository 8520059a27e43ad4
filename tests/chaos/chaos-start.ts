// `npm run chaos -- start`: kills the whole service at random moments and starts it again, with figures.
import { ensureBuild } from '../../server/supervisor/next-build.ts';
import { ensurePrismaClient } from '../../server/supervisor/prisma-client.ts';
import { killAndStart } from './kill-and-start.ts';

const say = (line: string): void => console.log(line);

/** Whether it came up each time and lost nothing. */
export const chaosStart = async (rounds: number): Promise<boolean> => {
  await ensurePrismaClient(say);
  await ensureBuild(say);
  const report = await killAndStart({ rounds, longestLifeMs: 6_000, say });
  const sorted = [...report.startSeconds].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  say(
    `${report.kills} kills, ${sorted.length} starts (median ${middle.toFixed(1)} s, longest ${(sorted.at(-1) ?? 0).toFixed(1)} s), ` +
      `${report.acknowledged} rows acknowledged, ${report.lost} lost`,
  );
  return report.lost === 0 && sorted.length === rounds;
};
