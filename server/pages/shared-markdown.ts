// A shared song and a shared setlist in markdown: what an assistant that was given the link needs to know.
import type { SharedSetlist, SharedSong } from '../contract/share.ts';
import { AppError } from '../operations/app-error.ts';
import type { Services } from '../operations/context.ts';
import { getSharedSetlist } from '../operations/share/get-shared-setlist.ts';
import { getSharedSong } from '../operations/share/get-shared-song.ts';
import { table } from './guide-fillers.ts';

/** A name is its owner's text: no sign of it may become a link or a heading. */
const plain = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}]/gu, ' ').replace(/[\\`*_[\]<>#|]/g, '\\$&');

const seconds = (duration: number | null): string =>
  duration === null ? 'not known yet' : `${Math.round(duration)} s`;

const songMarkdown = (song: SharedSong, siteUrl: string): string => {
  const { analysis } = song;
  const facts = [
    `- Practice room: ${siteUrl}/s/${song.share_id}`,
    `- Status: ${song.status}${song.status === 'processing' ? `, ${song.progress} %` : ''}`,
    ...(song.message ? [`- Message: ${song.message}`] : []),
    `- Length: ${seconds(song.duration_seconds)}`,
    ...(analysis?.tempo_bpm ? [`- Tempo: about ${Math.round(analysis.tempo_bpm)} BPM`] : []),
    ...(analysis?.key ? [`- Key: ${analysis.key}`] : []),
  ];
  const parts = song.stems.map(({ name, mp3_url, silent }) => [silent ? `${name} (silent)` : name, mp3_url]);
  return [
    `# ${plain(song.name)}`,
    facts.join('\n'),
    ...(parts.length > 0 ? ['## Parts', table(['Part', 'MP3'], parts)] : []),
    '',
  ].join('\n\n');
};

const setlistMarkdown = (setlist: SharedSetlist, siteUrl: string): string =>
  [
    `# ${plain(setlist.title)}`,
    `A setlist that plays through: ${siteUrl}/l/${setlist.share_id}`,
    setlist.songs
      .map(
        ({ name, share_id, duration_seconds }, index) =>
          `${index + 1}. [${plain(name)}](${siteUrl}/s/${share_id}.md), ${seconds(duration_seconds)}`,
      )
      .join('\n') || 'It holds no songs yet.',
    '',
  ].join('\n\n');

export type SharedText = { status: 200; text: string } | { status: 404 | 410 };

/** A link that once worked is 410, one that never did 404. */
export const sharedMarkdown = async (services: Services, path: string): Promise<SharedText> => {
  const [, kind, shareId = ''] = path.split('/');
  const { SITE_URL } = services.env;
  try {
    const text =
      kind === 'l'
        ? setlistMarkdown(await getSharedSetlist(services, { shareId }), SITE_URL)
        : songMarkdown(await getSharedSong(services, { shareId, viewerAccountId: null }), SITE_URL);
    return { status: 200, text };
  } catch (error) {
    if (error instanceof AppError && error.code === 'gone') return { status: 410 };
    if (error instanceof AppError && error.code === 'not_found') return { status: 404 };
    throw error;
  }
};
