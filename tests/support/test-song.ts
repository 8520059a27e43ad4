// A short song for tests: a second of tone as a WAV file, different for each seed.
export const testSong = (seed = 0, seconds = 1.5): Buffer => {
  const rate = 8_000;
  const frames = Math.round(rate * seconds);
  const data = Buffer.alloc(frames * 2);
  const pitch = 220 + (seed % 40) * 11;
  for (let frame = 0; frame < frames; frame += 1) {
    const value = Math.sin((2 * Math.PI * pitch * frame) / rate) * 0.4;
    data.writeInt16LE(Math.round(value * 32_767), frame * 2);
  }
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
};

/** The song as the form of POST /splits takes it. */
export const songForm = (seed = 0, fields: Record<string, string> = {}): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(testSong(seed))], { type: 'audio/wav' }), `song-${seed}.wav`);
  return form;
};
