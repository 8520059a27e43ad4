import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import type { StereoBlock } from '../dsp/stereo-block.ts';
import { SoundPort, type MessageEnd } from './sound-port.ts';

const blocksOf = (stems: number, samples: number, first: number): StereoBlock[] =>
  Array.from({ length: stems }, (_, stem) => ({
    left: Float32Array.from({ length: samples }, (__, t) => first + stem + t),
    right: Float32Array.from({ length: samples }, (__, t) => -first - stem - t),
  }));

/** Two sides, and the size of the memory of every frame that the first one sent. */
const connect = (ahead: number) => {
  const { port1, port2 } = new MessageChannel();
  const sizes: number[] = [];
  const spied: MessageEnd = {
    postMessage(message, transfer = []) {
      for (const memory of transfer) sizes.push(memory.byteLength);
      port1.postMessage(message, transfer);
    },
  };
  const [sender, receiver] = [new SoundPort(spied, ahead), new SoundPort(port2 as MessageEnd, ahead)];
  port1.on('message', (message: { type: string }) => sender.hear(message));
  port2.on('message', (message: { type: string }) => receiver.hear(message));
  return { sender, receiver, sizes, close: () => port1.close() };
};

test('frames of any size come as they were sent, whatever happens to the sender’s own memory', async () => {
  const { sender, receiver, close } = connect(3);
  const shapes = [
    [2, 500],
    [2, 7],
    [6, 500],
    [1, 1],
    [6, 499],
    [2, 500],
  ] as const;
  const sending = (async () => {
    for (const [index, [stems, samples]] of shapes.entries()) {
      const blocks = blocksOf(stems, samples, index);
      await sender.send(blocks);
      for (const { left, right } of blocks) [left, right].forEach((channel) => channel.fill(NaN));
    }
    await sender.send(null);
  })();
  for (const [index, [stems, samples]] of shapes.entries())
    assert.deepEqual(await receiver.next(), blocksOf(stems, samples, index));
  assert.equal(await receiver.next(), null);
  await sending;
  close();
});

test('a part of the blocks is sent when asked for', async () => {
  const { sender, receiver, close } = connect(1);
  await sender.send(blocksOf(1, 10, 0), 4, 6);
  assert.deepEqual(await receiver.next(), blocksOf(1, 2, 4));
  close();
});

test('the same memory travels to and fro, and the sender waits until some has come back', async () => {
  const { sender, receiver, sizes, close } = connect(2);
  await sender.send(blocksOf(2, 1000, 0));
  await sender.send(blocksOf(2, 1000, 1));
  let sent = false;
  const third = sender.send(blocksOf(2, 10, 2)).then(() => {
    sent = true;
  });
  await receiver.next();
  for (let turns = 0; turns < 20; turns++) await turn();
  assert.equal(sent, false, 'the first frame is still being read');
  await receiver.next();
  await third;
  for (let count = 3; count < 50; count++) {
    await receiver.next();
    await sender.send(blocksOf(2, 10, count));
  }
  // 16 bytes per sample of two stems: the short frames lie in the long ones' memory.
  assert.deepEqual([...new Set(sizes)], [16_000]);
  close();
});
