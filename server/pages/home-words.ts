// The words of the home page, for its HTML and its markdown.
import { inputFormats, type ModelId } from '../contract/models.ts';

export const homeTitle = 'Every part of the song, on your stand.';

export const homeLead =
  'Partbook splits a recording into vocals, drums, bass, guitar, piano and the rest, and opens them in a practice room that never drifts. It runs on your own machine, and your songs stay there.';

export const homeSteps: readonly (readonly [title: string, words: string])[] = [
  [
    'Bring a song',
    `Drop a file or paste a link. ${inputFormats.slice(0, -1).join(', ')} and ${inputFormats.at(-1) ?? ''} are read as they are.`,
  ],
  [
    'Get its parts',
    'Each part comes as a file of its own, exactly as long as the song. Songs queue; you need not wait.',
  ],
  [
    'Practise',
    'Mute your part, loop the hard bars, slow them down without changing the pitch, and share the room.',
  ],
];

export const homeOffers: readonly { model: ModelId; words: string }[] = [
  { model: 'vocals', words: 'The voice and everything else. Sing over it, or learn the line.' },
  { model: 'fast', words: 'Vocals, drums, bass and the rest. Take your place in the band.' },
  { model: 'full', words: 'Guitar and piano on stands of their own. With Pro, or one credit a song.' },
];
