// What the pictures show: a band of known parts in the owner's library, three of its songs on a setlist.
import { makeBand, sharedBand } from '../e2e/player/support/test-band.ts';
import { openTestDb } from './accounts.ts';
import type { RunningApp } from './app-server.ts';
import { addFinishedSong, type FinishedSong } from './finished-song.ts';
import { newId, newShareId } from '../../server/domain/ids.ts';

const names = ['Evening on the Third Platform', 'The Lamplighter', 'Slow Water'];
const seconds = 40;

type Places = { room: string; setlistRoom: string; setlist: string };

/** The owner's account must have been signed in to before: it is the only one. */
export const addScreenshotSongs = async (app: RunningApp): Promise<Places> => {
  const db = openTestDb(app.databaseUrl);
  try {
    const { id: accountId } = await db.account.findFirstOrThrow();
    const band = await makeBand(seconds);
    const stems = band.stems.map(({ name, mp3, peaks }) => ({
      name: name as 'vocals',
      silent: name === 'piano',
      files: { mp3, peaks },
    }));
    const { sampleCount } = band;
    const { analysis } = sharedBand(band);
    const song: Omit<FinishedSong, 'name'> = { accountId, model: 'full', sampleCount, stems, analysis };
    const added = [];
    for (const name of names) added.push(await addFinishedSong({ db, app }, { ...song, name }));
    const setlist = { id: newId('set'), shareId: newShareId(), accountId, title: 'Friday at the Lantern' };
    const songs = added.map(({ id: splitId }, position) => ({ splitId, position }));
    await db.setlist.create({ data: { ...setlist, songs: { create: songs } } });
    return {
      room: `/s/${added[0]?.shareId ?? ''}#t=8,16&mix=vocals:1:0:m`,
      setlistRoom: `/l/${setlist.shareId}`,
      setlist: `/setlists/${setlist.id}`,
    };
  } finally {
    await db.$disconnect();
  }
};
