// Every kind of model end to end on a small graph made here, against an independent implementation (make-golden.py).
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { z } from 'zod';
import type { StereoBlock } from '../../workers/dsp/stereo-block.ts';
import { parseManifest } from '../../workers/models/manifest.ts';
import { Engine } from '../../workers/separators/engine.ts';
import { SongSeparation } from '../../workers/separators/song-separation.ts';
import { kindFixtures, type KindName } from '../support/kind-fixtures.ts';
import { gather, inBlocks, testSong } from '../support/test-signal.ts';
import { measureLevel } from '../../workers/separators/measure-level.ts';

const golden = z.record(
  z.string(),
  z.object({
    length: z.int(),
    energy: z.array(z.number()),
    picks: z.array(z.tuple([z.int(), z.int(), z.int(), z.number()])),
  }),
);

let folder = '';
before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'partbook-kinds-'));
});
after(() => rm(folder, { recursive: true, force: true }));

const separate = async (kind: KindName, length: number): Promise<StereoBlock[]> => {
  const { manifest, files, stems } = kindFixtures[kind];
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);
  const hashes = Object.fromEntries(
    Object.entries(files).map(([name, content]) => [
      name,
      createHash('sha256').update(content).digest('hex'),
    ]),
  );
  const parsed = parseManifest(manifest(hashes), kind);
  const engine = new Engine(folder, parsed, {
    settings: { provider: 'cpu', threads: 1 },
    log: () => undefined,
  });
  const song = testSong(length);
  const level = await measureLevel(inBlocks(song, 700));
  const separation = new SongSeparation(
    await engine.separatorsFor(stems),
    stems.map((stem) => ({ stem, from: [stem] })),
    level,
  );
  const out = await gather(separation.separate(inBlocks(song, 333)));
  await engine.close();
  return out;
};

for (const kind of Object.keys(kindFixtures) as KindName[]) {
  test(`${kind}: stems agree with the reference implementation`, async () => {
    const expected = golden.parse(
      JSON.parse(await readFile(path.join(import.meta.dirname, 'kinds.json'), 'utf8')),
    )[kind];
    assert.ok(expected, `kinds.json has no ${kind}`);
    const stems = await separate(kind, expected.length);
    assert.equal(stems.length, expected.energy.length);
    for (const [stem, channel, t, value] of expected.picks) {
      const block = stems[stem];
      const got = (channel === 0 ? block?.left : block?.right)?.[t] ?? NaN;
      assert.ok(
        Math.abs(got - value) < 2e-5,
        `stem ${stem}, channel ${channel}, sample ${t}: ${got}, not ${value}`,
      );
    }
    for (const [index, energy] of expected.energy.entries()) {
      const { left, right } = stems[index] ?? { left: [], right: [] };
      const got = [...left, ...right].reduce((sum, value) => sum + value * value, 0);
      assert.ok(Math.abs(got / energy - 1) < 1e-4, `energy of stem ${index}: ${got}, not ${energy}`);
    }
  });
}
