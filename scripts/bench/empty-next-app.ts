// The reference of the API's figures: a Next app with one empty route handler, behind the same web server.
import { execFile, fork, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { inProject, projectRoot } from '../../server/supervisor/project-paths.ts';

const run = promisify(execFile);
const buildMs = 300_000;
const startMs = 60_000;

const serverScript = `
import next from 'next';
import { createWebServer } from ${JSON.stringify(inProject('server/web-server.ts'))};
const app = next({ dev: false, dir: import.meta.dirname });
await app.prepare();
const handle = app.getRequestHandler();
const { server } = createWebServer((request, response) => void handle(request, response));
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.on('disconnect', () => process.exit(0));
`;

const portOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the empty app did not start')), startMs);
    child.once('message', (address) => {
      clearTimeout(timer);
      resolve((address as { port: number }).port);
    });
    child.once('exit', (code) => reject(new Error(`the empty app ended with ${code}`)));
  });

export const startEmptyNextApp = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  await mkdir(path.join(projectRoot, '.data'), { recursive: true });
  const dir = await mkdtemp(path.join(projectRoot, '.data', 'bench-empty-'));
  await mkdir(path.join(dir, 'app', 'empty'), { recursive: true });
  await symlink(path.join(projectRoot, 'node_modules'), path.join(dir, 'node_modules'));
  await writeFile(path.join(dir, 'package.json'), '{"type":"module","private":true}');
  await writeFile(
    path.join(dir, 'next.config.mjs'),
    `export default { turbopack: { root: ${JSON.stringify(projectRoot)} } };`,
  );
  await writeFile(
    path.join(dir, 'app', 'empty', 'route.js'),
    "export const dynamic = 'force-dynamic';\nexport const GET = () => new Response('{}', { headers: { 'content-type': 'application/json' } });\n",
  );
  await writeFile(
    path.join(dir, 'app', 'layout.js'),
    'export default function Layout({ children }) { return children; }\n',
  );
  await writeFile(path.join(dir, 'server.ts'), serverScript);
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  await run(process.execPath, [inProject('node_modules/next/dist/bin/next'), 'build', dir], {
    env,
    timeout: buildMs,
  });
  const child = fork(path.join(dir, 'server.ts'), { execArgv: ['--import', 'tsx'], env, cwd: projectRoot });
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await rm(dir, { recursive: true, force: true });
  };
  try {
    return { url: `http://127.0.0.1:${await portOf(child)}/empty`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
