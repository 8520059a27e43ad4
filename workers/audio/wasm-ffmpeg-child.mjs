// The process around the WASM build of FFmpeg: maps the job's files and pipes to file descriptors and runs one argument list.
// Plain JavaScript, because under Node's permission flags no loader may run.
import fs from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';

/** WASM memory in bytes; a run that wants more fails like any other lack of memory. */
const memoryLimit = 512 * 1024 * 1024;

const job = JSON.parse(process.argv[2] ?? '{}');

const loadCore = async () => {
  const source = fs.readFileSync(path.join(job.coreDir, 'ffmpeg-core.js'), 'utf8');
  const wasmBinary = fs.readFileSync(path.join(job.coreDir, 'ffmpeg-core.wasm'));
  const self = { location: { href: 'file:///ffmpeg-core.js' }, importScripts: () => undefined };
  const globals = {
    self,
    WebAssembly,
    URL,
    TextDecoder,
    TextEncoder,
    performance,
    crypto,
    setTimeout,
    atob,
    console,
  };
  const context = vm.createContext(globals);
  // The build's own ceiling is 2 GiB.
  const capped = source.replaceAll('2147483648', String(memoryLimit));
  vm.runInContext(`${capped};self.createFFmpegCore=createFFmpegCore`, context, {
    filename: 'ffmpeg-core.js',
  });
  return self.createFFmpegCore({ wasmBinary });
};

const readInto = (fd, bytes, position) => {
  for (;;) {
    try {
      return fs.readSync(fd, bytes, 0, bytes.length, position);
    } catch (error) {
      if (error.code === 'EOF') return 0;
      if (error.code !== 'EAGAIN') throw error;
    }
  }
};

const writeAll = (fd, bytes, position) => {
  let done = 0;
  while (done < bytes.length) {
    try {
      const at = position === null ? null : position + done;
      done += fs.writeSync(fd, bytes, done, bytes.length - done, at);
    } catch (error) {
      if (error.code === 'EPIPE') process.exit(141);
      if (error.code !== 'EAGAIN') throw error;
    }
  }
  return bytes.length;
};

/** Emscripten calls with (stream, heap, offset, length, position). */
const streamOps = (read, write) => ({
  read: (...[, heap, offset, length, position]) => read(heap.subarray(offset, offset + length), position),
  write: (...[, heap, offset, length, position]) => write(heap.subarray(offset, offset + length), position),
});

const ignore = () => {};

/** Gives the WASM file system a file at the real path whose bytes live in the real file. */
const mountFile = (FS, file, flags) => {
  const fd = fs.openSync(file, flags);
  let size = flags === 'r' ? fs.fstatSync(fd).size : 0;
  FS.mkdirTree(path.dirname(file));
  const node = FS.createFile(path.dirname(file), path.basename(file), {}, true, flags !== 'r');
  Object.defineProperty(node, 'usedBytes', { get: () => size, set: ignore });
  const own = node.node_ops;
  node.node_ops = {
    ...own,
    setattr: (target, attributes) => {
      if (attributes.size === undefined) return own.setattr(target, attributes);
      if (flags === 'r') return undefined;
      fs.ftruncateSync(fd, attributes.size);
      size = attributes.size;
      return undefined;
    },
  };
  const ops = streamOps(
    (bytes, position) => readInto(fd, bytes, position),
    (bytes, position) => {
      const written = writeAll(fd, bytes, position);
      size = Math.max(size, position + written);
      return written;
    },
  );
  node.stream_ops = { llseek: node.stream_ops.llseek, ...ops };
};

const connectPipes = (FS) => {
  for (const fd of [0, 1, 2]) {
    const ops = streamOps(
      (bytes) => readInto(fd, bytes, null),
      (bytes) => writeAll(fd, bytes, null),
    );
    FS.streams[fd].stream_ops = { ...FS.streams[fd].stream_ops, ...ops };
  }
};

const core = await loadCore();
core.setLogger(({ type, message }) => {
  const line = Buffer.from(`${message}\n`);
  writeAll(type === 'stdout' ? 1 : 2, line, null);
});
connectPipes(core.FS);
if (job.readsFile !== null) mountFile(core.FS, job.readsFile, 'r');
for (const file of job.writesFiles) mountFile(core.FS, file, 'w+');
// This build never sets ffprobe's exit code; what it printed is judged by the reader.
const run = () => (job.tool === 'ffprobe' ? core.ffprobe(...job.args) && 0 : core.exec(...job.args));
const code = run();
process.exitCode = code < 0 ? 1 : code & 255;
