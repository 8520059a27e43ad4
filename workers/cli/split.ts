// `npm run split`: songs and folders in, stems out, with no server and no database. Returns the exit code.
import path from 'node:path';
import { AudioRefused } from '../audio/audio-refused.ts';
import { endIdleChildren, separateSong, type SeparatedSong } from '../separate-song.ts';
import { separationSettings, type SeparationSettings } from '../separators/settings.ts';
import { exitCodes } from './exit-codes.ts';
import { findSongs, NoSuchSong, type FoundSong } from './find-songs.ts';
import { formatSeconds, progressLine } from './progress-bar.ts';
import { splitOptions, splitUsage, UsageError, type SplitOptions } from './split-options.ts';

const minDurationSeconds = 1;

const reportOf = (song: FoundSong, separated: SeparatedSong): unknown => ({
  song: song.file,
  status: 'done',
  engine: separated.engine,
  duration_seconds: separated.durationSeconds,
  stems: separated.stems.map(({ name, silent, truePeakDbfs, loudnessLufs, files }) => ({
    name,
    silent,
    peak_dbfs: truePeakDbfs,
    loudness_lufs: loudnessLufs,
    files: files.map(({ path: file }) => file),
  })),
  analysis: separated.analysis,
});

const summaryOf = (song: FoundSong, separated: SeparatedSong, seconds: number): string => {
  const { tempo_bpm: tempo, key } = separated.analysis;
  const facts = [
    formatSeconds(separated.durationSeconds),
    ...(tempo === null ? [] : [`${Math.round(tempo)} bpm`]),
    ...(key === null ? [] : [key]),
    `in ${formatSeconds(seconds)} (${(separated.durationSeconds / seconds).toFixed(1)}× real time)`,
  ];
  return `${song.name}: ${separated.stems.length} stems, ${facts.join(', ')}`;
};

interface SplitRun {
  options: SplitOptions;
  settings: SeparationSettings;
  signal: AbortSignal;
}

/** True when the song was split; a song that cannot be split is told and the others go on. */
const splitOne = async (song: FoundSong, { options, settings, signal }: SplitRun): Promise<boolean> => {
  const line = progressLine(song.name);
  const started = performance.now();
  try {
    const separated = await separateSong({
      songFile: song.file,
      model: options.model,
      title: song.name,
      outDir: path.join(options.out, song.name),
      kinds: options.kinds,
      wavBits: options.wavBits,
      limits: { maxDurationSeconds: options.maxDurationSeconds, minDurationSeconds },
      onProgress: ({ progress, etaSeconds }) =>
        line.update(progress / 100, etaSeconds === null ? '' : `${formatSeconds(etaSeconds)} left`),
      signal,
      settings,
      ...(options.engine === null ? {} : { engine: options.engine }),
      log: (text) => line.end(text),
    });
    line.end(summaryOf(song, separated, (performance.now() - started) / 1000));
    if (options.json) console.log(JSON.stringify(reportOf(song, separated)));
    return true;
  } catch (error) {
    if (signal.aborted) throw error;
    const message = error instanceof Error ? error.message : String(error);
    const reason = error instanceof AudioRefused ? error.reason : 'separation_failed';
    line.end(`${song.name}: ${message}`);
    if (options.json) console.log(JSON.stringify({ song: song.file, status: 'failed', reason, message }));
    return false;
  }
};

const splitAll = async (run: SplitRun): Promise<number> => {
  const songs = await findSongs(run.options.places);
  let failed = 0;
  for (const song of songs) if (!(await splitOne(song, run))) failed += 1;
  if (songs.length > 1)
    console.error(`${songs.length - failed} of ${songs.length} songs split, stems in ${run.options.out}`);
  return failed === 0 ? exitCodes.done : exitCodes.failed;
};

export const split = async (args: string[], startFolder: string): Promise<number> => {
  const interruption = new AbortController();
  const interrupt = (): void => interruption.abort(new Error('interrupted'));
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  try {
    const options = splitOptions(args, startFolder);
    if (options.help) {
      console.log(splitUsage);
      return exitCodes.done;
    }
    return await splitAll({ options, settings: separationSettings(), signal: interruption.signal });
  } catch (error) {
    if (interruption.signal.aborted) {
      console.error('\nStopped. Stems of songs already split stay where they are.');
      return exitCodes.interrupted;
    }
    if (error instanceof UsageError) console.error(`${error.message}\n\n${splitUsage}`);
    else if (error instanceof Error) console.error(error.message);
    return error instanceof UsageError || error instanceof NoSuchSong ? exitCodes.usage : exitCodes.failed;
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
    endIdleChildren();
  }
};
