// The home page: what Partbook does for a musician, in one look.
import type { Metadata } from 'next';
import { pageSession } from '../../server/auth/page-session.ts';
import { demoSong } from '../../server/pages/demo-song.ts';
import { products } from '../../server/contract/models.ts';
import { homeLead, homeOffers, homeSteps, homeTitle } from '../../server/pages/home-words.ts';
import { ButtonLink } from '../_ui/button.tsx';
import { PartInitial } from '../_ui/part-initial.tsx';
import { DemoRoom } from './_site/demo-room.tsx';
import { SiteShell } from './_site/site-shell.tsx';
import styles from './home.module.css';

export const metadata: Metadata = {
  title: { absolute: 'Partbook: every part of the song, on your stand' },
  description: homeLead,
};

export default async function HomePage() {
  const [session, demo] = await Promise.all([pageSession(), demoSong()]);
  return (
    <SiteShell signedIn={session !== null}>
      <section className={styles['hero']}>
        <h1>{homeTitle}</h1>
        <p>{homeLead}</p>
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
      {demo && <DemoRoom song={demo} />}
      <section className={styles['steps']} aria-label="How it works">
        {homeSteps.map(([title, words], index) => (
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
          {homeOffers.map(({ model, words }) => (
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
