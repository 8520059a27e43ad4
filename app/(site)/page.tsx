// The home page: what Partbook does for a musician, in one look.
import type { Metadata } from 'next';
import { pageSession } from '../../server/auth/page-session.ts';
import { products } from '../../server/contract/models.ts';
import { ButtonLink } from '../_ui/button.tsx';
import { PartInitial } from '../_ui/part-initial.tsx';
import { SiteShell } from './_site/site-shell.tsx';
import styles from './home.module.css';

export const metadata: Metadata = { title: { absolute: 'Partbook: every part of the song, on your stand' } };

const offers = [
  {
    model: 'vocals',
    words: 'The voice and everything else. Sing over it, or learn the line.',
  },
  { model: 'fast', words: 'Vocals, drums, bass and the rest. Take your place in the band.' },
  { model: 'full', words: 'Guitar and piano on stands of their own. With Pro, or one credit a song.' },
] as const;

const steps = [
  [
    'Bring a song',
    'Drop a file or paste a link. MP3, WAV, FLAC, OGG, M4A, AAC and WMA are read as they are.',
  ],
  [
    'Get its parts',
    'Each part comes as a file of its own, exactly as long as the song. Songs queue; you need not wait.',
  ],
  [
    'Practise',
    'Mute your part, loop the hard bars, slow them down without changing the pitch, and share the room.',
  ],
] as const;

export default async function HomePage() {
  const session = await pageSession();
  return (
    <SiteShell signedIn={session !== null}>
      <section className={styles['hero']}>
        <h1>Every part of the song, on your stand.</h1>
        <p>
          Partbook splits a recording into vocals, drums, bass, guitar, piano and the rest, and opens them in
          a practice room that never drifts. It runs on your own machine, and your songs stay there.
        </p>
        <div className={styles['actions']}>
          <ButtonLink href={session ? '/library' : '/signin'} look="primary">
            {session ? 'Open your library' : 'Split your first song'}
          </ButtonLink>
        </div>
        <ul className={styles['parts']} aria-label="The parts">
          {products.full.stems.map((stem) => (
            <li key={stem}>
              <PartInitial stem={stem} size={36} />
              <span>{stem}</span>
            </li>
          ))}
        </ul>
      </section>
      <section className={styles['steps']} aria-label="How it works">
        {steps.map(([title, words], index) => (
          <article key={title}>
            <span className={styles['number']} aria-hidden="true">
              {index + 1}
            </span>
            <h2>{title}</h2>
            <p>{words}</p>
          </article>
        ))}
      </section>
      <section className={styles['offers']} aria-labelledby="offers-title">
        <h2 id="offers-title">Three ways to split</h2>
        <dl>
          {offers.map(({ model, words }) => (
            <div key={model}>
              <dt>{products[model].name}</dt>
              <dd>
                {words}
                <span className={styles['stems']}>{products[model].stems.join(' · ')}</span>
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </SiteShell>
  );
}
