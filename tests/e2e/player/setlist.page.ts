// The page of the setlist's test: its players on one output, all that is heard on tape beside the songs laid end to end.
import { SetlistPlayers } from '../../../app/(practice)/_room/setlist-players.ts';
import { AudioOutput } from '../../../app/(practice)/_player/audio-output.ts';
import { Scope } from '../../../app/(practice)/_player/scope.ts';
import { Tape } from './support/tape.ts';

const scope = new Scope();
const output = new AudioOutput(scope, { stretchUrl: '/stretch-processor.mjs' });
let players: SetlistPlayers | null = null;
let open: { name: string; play: () => void } | null = null;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function until(what: () => boolean): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!what()) {
    if (performance.now() > deadline) throw new Error('not so in time');
    await pause(10);
  }
}

async function decoded(url: string): Promise<Float32Array> {
  const bytes = await (await fetch(url)).arrayBuffer();
  return (await new OfflineAudioContext(2, 1, 44100).decodeAudioData(bytes)).getChannelData(0);
}

/** Plays from the first song into the last, and compares every sample with the songs laid end to end. */
async function playThrough(names: string[]) {
  const songs = await Promise.all(names.map((name) => decoded(`/song/${name}/0.mp3`)));
  const wanted = Float32Array.from(songs.flatMap((samples) => [...samples]));
  const context = output.open();
  await context.resume();
  await context.audioWorklet.addModule('/tape.js');
  const tape = await Tape.of(output.master);
  const setlist = {
    share_id: 'evening',
    title: 'Evening',
    songs: names.map((name) => ({ share_id: name, name, duration_seconds: null })),
  };
  players = new SetlistPlayers(scope, {
    setlist,
    output,
    onChange: (next) => {
      open = next && { name: next.song.name, play: () => next.player.dispatch({ type: 'play' }) };
    },
  });
  players.go(0, false);
  await until(() => open !== null);
  const from = tape.now;
  open?.play();
  const opened: string[] = [];
  await until(() => {
    if (open && opened.at(-1) !== open.name) opened.push(open.name);
    return players?.current === names.length - 1;
  });
  const { left } = await tape.read(from, wanted.length + 3 * 44100);
  const start = left.findIndex((sample) => sample !== 0) - wanted.findIndex((sample) => sample !== 0);
  let different = 0;
  for (let at = 0; at < wanted.length; at += 1) if (left[start + at] !== wanted[at]) different += 1;
  return { different, opened, lengths: songs.map(({ length }) => length) };
}

const setlistLab = { playThrough };
export type SetlistLab = typeof setlistLab;
Object.assign(globalThis, { setlistLab });
