import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stemDownloadName, zipDownloadName } from './download-name.ts';

test('a download is named after song and stem', () => {
  assert.equal(stemDownloadName('Für Élise', 'vocals', 'mp3'), 'Für Élise - vocals.mp3');
  assert.equal(zipDownloadName('Song'), 'Song - stems.zip');
});

test('a song cannot name a folder, a hidden file or a device', () => {
  assert.equal(stemDownloadName('../../etc/passwd', 'bass', 'wav'), '-..-etc-passwd - bass.wav');
  assert.equal(stemDownloadName('AC/DC: "Live?"', 'bass', 'wav'), 'AC-DC- -Live-- - bass.wav');
  assert.equal(stemDownloadName('\u202e\u0000 ', 'bass', 'wav'), 'Song - bass.wav');
  assert.ok(Array.from(stemDownloadName('𝄞'.repeat(200), 'bass', 'wav')).length < 140);
});
