// `npm run split`: the separation worker's code as a command line.
import { split } from '../workers/cli/split.ts';

process.exitCode = await split(process.argv.slice(2), process.env['INIT_CWD'] ?? process.cwd());
