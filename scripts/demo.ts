// Splits the demo song with the bundled model into public/demo, as the home page's room reads it; the build calls it.
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SharedSong } from '../server/contract/share.ts';
import { endIdleChildren, separateSong, type SeparatedSong } from '../workers/separate-song.ts';

const song = path.join(import.meta.dirname, 'demo-song/caesium.ogg');
const publicDir = path.join(import.meta.dirname, '../public');
const within = AbortSignal.timeout(5 * 60_000);

const describe = (separated: SeparatedSong): SharedSong => ({
  id: 'demo',
  share_id: 'demo',
  name: 'Caesium',
  model: 'fast',
  status: 'done',
  progress: 100,
  eta_seconds: null,
  reason: null,
  message: null,
  duration_seconds: separated.durationSeconds,
  sample_count: separated.sampleCount,
  stems: separated.stems.map(({ name, silent, truePeakDbfs }) => ({
    name,
    mp3_url: `/demo/${name}.mp3`,
    preview_url: `/demo/${name}.mp3`,
    peaks_url: `/demo/${name}.peaks`,
    wav_url: null,
    silent,
    peak_dbfs: truePeakDbfs,
  })),
  zip_url: null,
  analysis: separated.analysis,
});

const split = async (workDir: string): Promise<void> => {
  const separated = await separateSong({
    songFile: song,
    model: 'fast',
    title: 'Caesium',
    outDir: path.join(workDir, 'stems'),
    kinds: ['mp3', 'peaks'],
    wavBits: 16,
    limits: { maxDurationSeconds: 60, minDurationSeconds: 1 },
    onProgress: () => undefined,
    signal: within,
  });
  const made = path.join(workDir, 'demo');
  await mkdir(made);
  for (const { name, files } of separated.stems)
    for (const { kind, path: file } of files) await rename(file, path.join(made, `${name}.${kind}`));
  await writeFile(path.join(made, 'song.json'), JSON.stringify(describe(separated)));
  await rm(path.join(publicDir, 'demo'), { recursive: true, force: true });
  await rename(made, path.join(publicDir, 'demo'));
};

// Beside public, so that the finished folder can be moved there whole.
const workDir = await mkdtemp(path.join(publicDir, '../.demo-'));
try {
  await split(workDir);
} finally {
  await rm(workDir, { recursive: true, force: true });
  endIdleChildren();
}
