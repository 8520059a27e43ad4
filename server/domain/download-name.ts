// The name a downloaded file gets: the song's, with what no file system takes replaced, and the stem's.
const maxSongLetters = 120;

const fileSafe = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .replace(/[/\\:*?"<>|]/g, '-')
    .replace(/^[.\s]+/, '')
    .trim();

const songPart = (songName: string): string =>
  Array.from(fileSafe(songName)).slice(0, maxSongLetters).join('').trim() || 'Song';

export const stemDownloadName = (songName: string, stem: string, extension: string): string =>
  `${songPart(songName)} - ${stem}.${extension}`;

export const zipDownloadName = (songName: string): string => `${songPart(songName)} - stems.zip`;
