// Links beside a tool's result that a client can show or follow: the practice room, the stems, a setlist.
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { BatchWire } from '../contract/batch.ts';
import type { SetlistWire } from '../contract/setlist.ts';
import type { SplitWire } from '../contract/split.ts';

type Content = CallToolResult['content'][number];

const link = (uri: string, name: string, title: string, mimeType: string): Content => ({
  type: 'resource_link',
  uri,
  name,
  title,
  mimeType,
});

const splitLinks = (split: SplitWire): Content[] => [
  link(split.open_url, split.id, `${split.name} – practice room`, 'text/html'),
  ...split.stems.flatMap((stem) =>
    stem.mp3_url === null
      ? []
      : [
          link(
            stem.mp3_url,
            `${split.id}-${stem.name}.mp3`,
            `${split.name} – ${stem.name} (MP3)`,
            'audio/mpeg',
          ),
        ],
  ),
  ...split.stems.flatMap((stem) =>
    stem.wav_url === null
      ? []
      : [
          link(
            stem.wav_url,
            `${split.id}-${stem.name}.wav`,
            `${split.name} – ${stem.name} (WAV)`,
            'audio/wav',
          ),
        ],
  ),
];

type Linked = { split?: SplitWire; batch?: BatchWire; setlist?: SetlistWire };

/** Lists of songs carry their links in the JSON alone: hundreds of links beside it would help nobody. */
export const resourceLinks = (result: object): Content[] => {
  const { split, batch, setlist } = result as Linked;
  if (split) return splitLinks(split);
  if (batch) return batch.items.flatMap((item) => (item.split ? splitLinks(item.split) : []));
  if (setlist) return [link(setlist.share_url, setlist.id, `${setlist.title} – setlist`, 'text/html')];
  return [];
};
