// Memory and processor time of this process and everything below it, from /proc (Linux).
import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

/** The fields of /proc/pid/stat after the command's name: state, ppid, … */
const statOf = (pid: number): string[] => {
  const text = read(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
};

/** Parents by process: asked for once, for processes that `known` does not hold yet. */
const parentsOfAll = (known: Map<number, number>): Map<number, number> => {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  for (const pid of known.keys()) if (!pids.includes(pid)) known.delete(pid);
  for (const pid of pids) if (!known.has(pid)) known.set(pid, Number(statOf(pid)[1]));
  return known;
};

const processTree = (root: number, known: Map<number, number>): number[] => {
  const children = new Map<number, number[]>();
  for (const [pid, parent] of parentsOfAll(known))
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  const tree: number[] = [];
  for (const queue = [root]; queue.length > 0;) {
    const pid = queue.pop();
    if (pid === undefined) break;
    tree.push(pid);
    queue.push(...(children.get(pid) ?? []));
  }
  return tree;
};

const kilobytes = (text: string, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);

export interface TreeMemory {
  /** Sum of resident sizes: pages that processes share are counted in each. */
  rssBytes: number;
  /** Proportional size at that moment: shared pages are counted once, shared out. */
  pssBytes: number;
}

const sumOver = (tree: readonly number[], file: string, field: string): number => {
  const sizes = tree.map((pid) => kilobytes(read(`/proc/${pid}/${file}`), field));
  return sizes.reduce((sum, size) => sum + size, 0) * 1024;
};

/**
 * Samples the tree below `root` until stopped and answers with its largest size. For the proportional size the kernel walks
 * all pages of a process, which waits meanwhile; so it is asked for at a new largest size only. Asked for every time, it
 * cost three seconds of processor beside the forty of a song.
 */
export const watchTreeMemory = (root: number, everyMs = 250): (() => TreeMemory) => {
  const peak = { rssBytes: 0, pssBytes: 0 };
  const known = new Map<number, number>();
  const sample = (): void => {
    const tree = processTree(root, known);
    const rssBytes = sumOver(tree, 'status', 'VmRSS');
    if (rssBytes <= peak.rssBytes) return;
    peak.rssBytes = rssBytes;
    peak.pssBytes = sumOver(tree, 'smaps_rollup', 'Pss');
  };
  const timer = setInterval(sample, everyMs);
  return () => {
    sample();
    clearInterval(timer);
    return peak;
  };
};

/** Processor seconds of children that have ended and been waited for: here the decoders and encoders. */
export const endedChildrenSeconds = (): number => {
  const stat = statOf(process.pid);
  return (Number(stat[13]) + Number(stat[14])) / ticksPerSecond;
};

export const ownSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
