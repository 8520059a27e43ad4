// What the inference process and its thread run: bundles where whoever started this process made them, else the sources.
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** File descriptor of the duplex sound pipe in the inference process. */
export const soundDescriptor = 4;

const bundledChild = process.env['SEPARATION_CHILD'];
const bundledThread = process.env['SEPARATION_THREAD'];

export const childFile = bundledChild ?? path.join(import.meta.dirname, '../child.ts');
/**
 * The cores are the network's: for a heap of ten megabytes, threads that collect beside it cost more than they save. The
 * loader is named here, because a parent may have registered it in itself and passes on no flag.
 */
export const childFlags = [
  '--expose-gc',
  '--single-threaded-gc',
  ...(bundledChild
    ? ['--enable-source-maps']
    : ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href]),
];

export const threadFile = bundledThread ?? path.join(import.meta.dirname, 'start-thread.mjs');
