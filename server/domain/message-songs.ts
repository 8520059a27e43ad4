// Finds the songs an agent's message asks for: links in url parts, in text, and in data parts.
import { A2AError } from '../contract/a2a-error.ts';
import type { Message, Part } from '../contract/a2a.ts';
import { limits } from '../contract/limits.ts';
import { modelId, modelIds, type ModelId } from '../contract/models.ts';

type AskedSong = { audioUrl: string; name: string | null };
export type AskedSongs = { songs: AskedSong[]; model: ModelId };

const count = (text: string, sign: string): number => text.split(sign).length - 1;

/** A link ends before the punctuation of the sentence, and the bracket of the aside, that it stands in. */
const withoutSentence = (link: string): string => {
  let end = link;
  for (;;) {
    const closes = end.endsWith(')') && count(end, ')') > count(end, '(');
    if (!closes && !/[.,;:!?*_~\]]$/.test(end)) return end;
    end = end.slice(0, -1);
  }
};

const linksIn = (text: string): string[] =>
  [...text.matchAll(/\bhttps?:\/\/[^\s<>"'`|\\^{}]+/gi)].map(([link]) => withoutSentence(link));

const refuse = (sentence: string) => new A2AError('INVALID_PARAMS', sentence);

const requireLink = (link: string): string => {
  const isWeb = URL.canParse(link) && /^https?:$/.test(new URL(link).protocol);
  if (!isWeb || link.length > limits.audioUrlLength)
    throw refuse('A song’s link must be a public http(s) address.');
  return link;
};

const requireModel = (value: unknown): ModelId => {
  const parsed = modelId.safeParse(value);
  if (!parsed.success) throw refuse(`model must be one of ${modelIds.join(', ')}.`);
  return parsed.data;
};

const readData = (data: unknown): { links: string[]; model: ModelId | null } => {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw refuse('A data part holds an object with audio_urls and, if you like, model.');
  }
  const { audio_urls: given, model } = data as { audio_urls?: unknown; model?: unknown };
  const links: unknown[] = given === undefined ? [] : Array.isArray(given) ? given : [null];
  if (!links.every((link) => typeof link === 'string')) throw refuse('audio_urls must be an array of links.');
  return { links, model: (model ?? null) === null ? null : requireModel(model) };
};

const readPart = (part: Part): { songs: AskedSong[]; model: ModelId | null } => {
  if ((part.raw ?? null) !== null) {
    throw new A2AError('CONTENT_TYPE_NOT_SUPPORTED', 'Songs are taken by link only: send a url part.');
  }
  if (typeof part.url === 'string') {
    return { songs: [{ audioUrl: requireLink(part.url), name: part.filename || null }], model: null };
  }
  if (typeof part.text === 'string') {
    return {
      songs: linksIn(part.text).map((link) => ({ audioUrl: requireLink(link), name: null })),
      model: null,
    };
  }
  const { links, model } = readData(part.data);
  return { songs: links.map((link) => ({ audioUrl: requireLink(link), name: null })), model };
};

/** The same link twice is one song. More than ten are refused before anything is queued. */
export const songsOf = (
  message: Message,
  metadata: Record<string, unknown> | null | undefined,
): AskedSongs => {
  const read = message.parts.map(readPart);
  const songs = new Map<string, AskedSong>();
  for (const song of read.flatMap((part) => part.songs)) {
    if (!songs.has(song.audioUrl)) songs.set(song.audioUrl, song);
  }
  if (songs.size > limits.batchSize) throw refuse(`At most ${limits.batchSize} songs fit into one message.`);
  const told = message.metadata?.['model'] ?? metadata?.['model'];
  const model = read.map((part) => part.model).find((id) => id !== null);
  return {
    songs: [...songs.values()],
    model: model ?? ((told ?? null) === null ? 'vocals' : requireModel(told)),
  };
};
