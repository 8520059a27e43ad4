// The refusal of a song whose file cannot be split, with the contract's reason and a musician's sentence.

export type AudioRefusal = 'unsupported_audio' | 'audio_too_long' | 'audio_too_short';

export class AudioRefused extends Error {
  readonly reason: AudioRefusal;
  constructor(reason: AudioRefusal, message: string) {
    super(message);
    this.name = 'AudioRefused';
    this.reason = reason;
  }
}

const minutes = (seconds: number): string => {
  const whole = Math.round(seconds / 60);
  return whole === 1 ? 'one minute' : `${whole} minutes`;
};

export const tooLong = (limitSeconds: number): AudioRefused =>
  new AudioRefused(
    'audio_too_long',
    limitSeconds >= 60
      ? `This song is longer than ${minutes(limitSeconds)}. Cut it into shorter parts and split each one.`
      : `This song is longer than ${limitSeconds} seconds. Cut it into shorter parts and split each one.`,
  );

export const tooShort = (limitSeconds: number): AudioRefused =>
  new AudioRefused(
    'audio_too_short',
    `This song is shorter than ${limitSeconds === 1 ? 'one second' : `${limitSeconds} seconds`}. Choose a longer recording.`,
  );

export const notAudio = (): AudioRefused =>
  new AudioRefused(
    'unsupported_audio',
    'This file is not a song we can read. Use an MP3, WAV, FLAC, OGG, M4A, AAC or WMA file.',
  );

export const damagedAudio = (): AudioRefused =>
  new AudioRefused(
    'unsupported_audio',
    'This file is damaged or incomplete, so its sound cannot be read. Export the song again and retry.',
  );

export const videoFile = (): AudioRefused =>
  new AudioRefused(
    'unsupported_audio',
    'This file is a video. Save its sound as an MP3, M4A or WAV file and split that.',
  );

export const oddAudio = (what: string): AudioRefused =>
  new AudioRefused(
    'unsupported_audio',
    `This file has ${what}, which we cannot split. Export it as ordinary stereo at 44.1 or 48 kHz and retry.`,
  );
