// The stub worker as a process of its own, so that it can be killed.
import { startStubWorker } from './stub-worker.ts';

const [port, secret, capacity, shortestMs, longestMs] = process.argv.slice(2);
const shortest = Number(shortestMs);
const worker = await startStubWorker({
  secret: secret ?? '',
  port: Number(port),
  capacity: Number(capacity),
  maxWaiting: 200,
  workMs: () => shortest + Math.random() * (Number(longestMs) - shortest),
});
process.on('disconnect', () => process.exit(0));
process.stdout.write(`${JSON.stringify({ event: 'listening', url: worker.url })}\n`);
