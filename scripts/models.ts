// `npm run models`: the separation models of this machine.
import { models } from '../workers/cli/models.ts';

process.exitCode = await models(process.argv.slice(2), process.env['INIT_CWD'] ?? process.cwd());
