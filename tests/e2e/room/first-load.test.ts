// What the practice room's first load costs a line: script that its document asks for, gzipped.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestAccount } from '../../support/accounts.ts';
import { browsedSite } from '../../support/browsed-site.ts';
import { addFinishedSong } from '../../support/finished-song.ts';
import { loadScripts, sumOfBytes } from '../../support/first-load.ts';
import { makeBand } from '../player/support/test-band.ts';

const allowedBytes = 150_000;
const house = browsedSite();

test('the first load of the room is under 150 kB of script, and the engine and the waves come after it', async () => {
  const { id: accountId } = await createTestAccount(house.site.db);
  const { sampleCount, stems } = await makeBand(8);
  const { shareId } = await addFinishedSong(
    { db: house.site.db, app: house.site },
    {
      accountId,
      name: 'Evening',
      model: 'full',
      sampleCount,
      stems: stems.map(({ name, mp3, peaks }) => ({ name: name as 'vocals', files: { mp3, peaks } })),
    },
  );
  const scripts = await loadScripts(house.browser, `${house.site.url}/s/${shareId}`, 'canvas');
  const first = sumOfBytes(scripts.filter(({ isFirst }) => isFirst));
  const later = sumOfBytes(scripts.filter(({ isFirst }) => !isFirst));
  assert.ok(first > 100_000 && later > 10_000, 'nothing was measured');
  assert.ok(first < allowedBytes, scripts.map((script) => JSON.stringify(script)).join('\n'));
});
