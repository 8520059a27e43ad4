// Makes one JavaScript file of a program and everything of ours that it imports; anew when one of these files has changed.
// Node reads it several times faster than it reads the many TypeScript files, which each go through a loader.
import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** What a bundle is made with, beside the program's own files. */
const tools = ['package-lock.json', 'tsconfig.json', 'scripts/start/bundle.mjs'];
const madeFrom = '\n// Made from ';
/** Programs that still run an older bundle may read its late parts for this long. */
const keptMs = 7 * 24 * 60 * 60_000;

/** One bundle at a time: they share the esbuild of this process. */
let turn = Promise.resolve();

class Bundler {
  constructor(root) {
    this.root = root;
    this.folder = path.join(root, '.build');
  }

  read(file) {
    return readFileSync(path.join(this.root, file), 'utf8');
  }

  /** @param {(file: string) => string} read */
  hashOf(sources, read) {
    // The bundles name the folders of their sources in full.
    const hash = createHash('sha256').update(this.root);
    for (const file of [...tools, ...sources]) hash.update(`\0${file}\0`).update(read(file));
    return hash.digest('hex');
  }

  /** The stamp is the bundle's own last line: no kill can leave one without the other. */
  isCurrent(program) {
    try {
      const text = readFileSync(program, 'utf8');
      const stamp = JSON.parse(text.slice(text.lastIndexOf(madeFrom) + madeFrom.length));
      const isWhole = stamp.parts.every((part) => existsSync(path.join(this.folder, part)));
      return isWhole && stamp.hash === this.hashOf(stamp.sources, (file) => this.read(file));
    } catch {
      return false; // Not made yet, or a source is gone.
    }
  }

  /** Appears whole or not at all, also when two starts make it at once. */
  write(file, text) {
    const draft = path.join(this.folder, 'parts', `${randomUUID()}.draft`);
    mkdirSync(path.dirname(draft), { recursive: true });
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(draft, text);
    renameSync(draft, file);
  }

  /** Drafts of killed starts, and late parts of programs that are long made otherwise. */
  removeOld(parts) {
    const folder = path.join(this.folder, 'parts');
    for (const name of readdirSync(folder)) {
      const file = path.join(folder, name);
      const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: Infinity };
      if (!parts.includes(`parts/${name}`) && Date.now() - mtimeMs > keptMs) rmSync(file, { force: true });
    }
  }

  /** Keeps in `seen` exactly what goes into the bundle, and has each module believe that it lies where its source does. */
  readInPlace(seen) {
    const load = ({ path: file }) => {
      const text = readFileSync(file, 'utf8');
      seen.set(path.relative(this.root, file).replaceAll(path.sep, '/'), text);
      const contents = text
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href));
      return { contents, loader: 'ts' };
    };
    return { name: 'read-in-place', setup: ({ onLoad }) => onLoad({ filter: /[.]ts$/ }, load) };
  }

  async make(script, program) {
    const used = new Map(tools.map((tool) => [tool, this.read(tool)]));
    const seen = new Map();
    const esbuild = await import('esbuild');
    try {
      const { outputFiles } = await esbuild.build({
        absWorkingDir: this.root,
        entryPoints: [script],
        outbase: '.',
        outdir: this.folder,
        outExtension: { '.js': '.mjs' },
        // What is imported late is read late. The name of such a part follows from what it holds.
        splitting: true,
        chunkNames: 'parts/[name]-[hash]',
        bundle: true,
        packages: 'external',
        platform: 'node',
        target: 'node20',
        format: 'esm',
        keepNames: true,
        sourcemap: true,
        sourcesContent: false,
        plugins: [this.readInPlace(seen)],
        write: false,
        logLevel: 'silent',
      });
      const sources = [...seen.keys()].sort((a, b) => (a < b ? -1 : 1));
      const hash = this.hashOf(sources, (file) => used.get(file) ?? seen.get(file));
      const parts = outputFiles
        .map(({ path: file }) => path.relative(this.folder, file).replaceAll(path.sep, '/'))
        .filter((name) => name.startsWith('parts/'));
      // The program comes last: who sees it finds its parts.
      const others = outputFiles.filter(({ path: file }) => file !== program);
      for (const { path: file, text } of others) this.write(file, text);
      const { text } = outputFiles.find(({ path: file }) => file === program);
      this.write(program, `${text.trimEnd()}${madeFrom}${JSON.stringify({ hash, sources, parts })}\n`);
      this.removeOld(parts);
    } finally {
      await esbuild.stop();
    }
  }

  bundle(script) {
    const program = path.join(this.folder, script.replace(/[.]ts$/, '.mjs'));
    const made = turn.then(() => (this.isCurrent(program) ? undefined : this.make(script, program)));
    turn = made.catch(() => {});
    return made.then(() => program);
  }
}

/**
 * Answers a function that names the file to run for a TypeScript program, relative to the project and with forward slashes.
 * The file is made first unless it is there and of these very sources.
 * @param {string} root the project
 * @returns {(script: string) => Promise<string>}
 */
export const createBundler = (root) => {
  const bundler = new Bundler(root);
  return (script) => bundler.bundle(script);
};
