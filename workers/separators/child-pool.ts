// Keeps inference processes between songs: a child that has the right model is used again, an idle one is ended.
import { InferenceChild } from './inference-child.ts';

interface IdleChild {
  key: string;
  child: InferenceChild;
  timer: NodeJS.Timeout;
}

/** More idle models than this are not kept, whatever their number of products. */
const mostIdle = 2;
const idle: IdleChild[] = [];

const forget = (entry: IdleChild): void => {
  clearTimeout(entry.timer);
  idle.splice(idle.indexOf(entry), 1);
};

/** A child for the model `key`: an idle one that has it open, else a new one. */
export const takeChild = (key: string, memoryBytes: number): InferenceChild => {
  for (const entry of idle.slice()) if (!entry.child.alive) forget(entry);
  const entry = idle.find((other) => other.key === key);
  if (!entry) return new InferenceChild(memoryBytes);
  forget(entry);
  entry.child.keepParent(true);
  return entry.child;
};

/** Gives a child back after a song that ended well; it is ended after `idleSeconds` without another. */
export const giveBackChild = (key: string, child: InferenceChild, idleSeconds: number): void => {
  const oldest = idle.length >= mostIdle ? idle[0] : undefined;
  if (oldest) {
    forget(oldest);
    oldest.child.kill();
  }
  if (idleSeconds === 0) {
    child.kill();
    return;
  }
  const timer = setTimeout(() => {
    forget(entry);
    child.kill();
  }, idleSeconds * 1000);
  timer.unref();
  const entry = { key, child, timer };
  idle.push(entry);
  child.keepParent(false);
};

/** Ends all idle children at once, for an orderly shutdown. */
export const endIdleChildren = (): void => {
  for (const entry of idle.slice()) {
    forget(entry);
    entry.child.kill();
  }
};
