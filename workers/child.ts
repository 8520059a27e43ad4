// The inference child: takes one separation at a time, sound in and stems out over the pipe, and dies with its parent.
// This thread moves the sound; separation-thread.ts makes the stems meanwhile.
import { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import type { ChildMessage, SeparateRequest } from './separators/child-messages.ts';
import { FrameReader, writeEnd, writeFrame } from './separators/pcm-wire.ts';
import { soundDescriptor, threadFile } from './separators/program-files.ts';
import { SoundPort } from './separators/sound-port.ts';

/** Blocks of the song that lie ready for the other thread: up to twelve seconds, about a chunk of the longest models. */
const songAhead = 8;

const pipe = new Socket({ fd: soundDescriptor, readable: true, writable: true });
const reader = new FrameReader(pipe);
const thread = new Worker(threadFile);
const sound = new SoundPort(thread, songAhead);

const tell = (message: ChildMessage): void => {
  process.send?.(message);
};

const feed = async (): Promise<void> => {
  for (let blocks = await reader.next(); blocks; blocks = await reader.next()) await sound.send(blocks);
  await sound.send(null);
};

const drain = async (): Promise<void> => {
  for (let blocks = await sound.next(); blocks; blocks = await sound.next()) await writeFrame(pipe, blocks);
  writeEnd(pipe);
};

const separate = async (request: SeparateRequest): Promise<void> => {
  thread.postMessage(request);
  await Promise.all([feed(), drain()]);
};

process.on('message', (message) => {
  separate(message as SeparateRequest).catch((error: unknown) => {
    tell({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  });
});
thread.on('message', (message: ChildMessage) => {
  if (!sound.hear(message)) tell(message);
});
// Nothing is left to work with: the process ends with the error, and its parent tries again.
thread.on('error', (error) => {
  throw error;
});
process.on('disconnect', () => process.exit(0));
pipe.on('error', () => process.exit(1));
// Ctrl-C reaches the whole process group; the parent decides when this child ends.
process.on('SIGINT', () => undefined);
