// Bundles a page of the tests with the product's own browser code.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export async function bundlePage(entry: URL) {
  const { outputFiles } = await build({
    entryPoints: { page: fileURLToPath(entry) },
    outdir: '/',
    assetNames: '[name]',
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    minify: true,
    target: 'es2022',
    external: ['/fonts/*'],
    define: { 'process.env.NODE_ENV': '"production"', 'process.env': '{}' },
  });
  const textOf = (end: string) => outputFiles.find((file) => file.path.endsWith(end))?.text ?? '';
  const files = new Map(
    outputFiles.map((file) => [`/${path.basename(file.path)}`, Buffer.from(file.contents)]),
  );
  return { script: textOf('page.js'), styles: textOf('page.css'), files };
}
