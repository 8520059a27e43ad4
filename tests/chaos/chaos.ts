// `npm run chaos [-- --kills 100]`: kill -9 of web, worker, engine or Postgres at random while songs flow.
// `npm run chaos -- start [20]`: kill -9 of everything at random, and a start after each.
import { parseArgs } from 'node:util';
import { ensurePrismaClient } from '../../server/supervisor/prisma-client.ts';
import { chaosStart } from './chaos-start.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '100' },
    lanes: { type: 'string', default: '5' },
    'rest-minutes': { type: 'string', default: '15' },
  },
});

if (positionals[0] === 'start') process.exit((await chaosStart(Number(positionals[1] ?? 20))) ? 0 : 1);

// What checks the end loads the database client: by then it must be the one of this schema.
await ensurePrismaClient((line) => console.log(line));
const { runChaos } = await import('./run-chaos.ts');
const { figures, faults } = await runChaos({
  kills: Number(values.kills),
  lanes: Number(values.lanes),
  pauseMs: [100, 3_000],
  restWithinMs: Number(values['rest-minutes']) * 60_000,
  say: (line) => console.log(line),
});
for (const [name, figure] of Object.entries(figures)) console.log(`${name.padEnd(32)} ${figure}`);
for (const fault of faults) console.log(`FAULT ${fault}`);
console.log(faults.length === 0 ? 'Every promise held.' : `${faults.length} promises were broken.`);
process.exit(faults.length === 0 ? 0 : 1);
