// A practice room on the home page: its script and its sound are loaded when somebody wants to hear it.
'use client';
import { type CSSProperties, lazy, Suspense, useState } from 'react';
import type { SharedSong } from '../../../server/contract/share.ts';
import { Button } from '../../_ui/button.tsx';
import { PartInitial, partColour } from '../../_ui/part-initial.tsx';
import styles from './demo-room.module.css';

const DemoPractice = lazy(() =>
  import('../../(practice)/_room/demo-practice.tsx').then((module) => ({ default: module.DemoPractice })),
);

const Curtain = ({ song, onOpen, busy }: { song: SharedSong; onOpen: () => void; busy: boolean }) => (
  <div className={styles['curtain']}>
    <div className={styles['score']} aria-hidden="true">
      {song.stems.map(({ name }) => (
        <div key={name} style={{ '--part': partColour(name) } as CSSProperties}>
          <PartInitial stem={name} size={44} />
          <span className={styles['staff']} />
        </div>
      ))}
    </div>
    <div className={styles['invitation']}>
      <Button look="primary" icon="play" busy={busy} onClick={onOpen}>
        Play with the parts
      </Button>
      <p>Solo one, mute yours, drag across a part to loop it. No sign-in.</p>
    </div>
  </div>
);

export const DemoRoom = ({ song }: { song: SharedSong }) => {
  const [open, setOpen] = useState(false);
  return (
    <section className={styles['demo']} aria-labelledby="demo-title">
      <h2 id="demo-title">Try the practice room</h2>
      <div className={styles['stage']}>
        {open ? (
          <Suspense fallback={<Curtain song={song} busy onOpen={() => undefined} />}>
            <DemoPractice song={song} />
          </Suspense>
        ) : (
          <Curtain song={song} busy={false} onOpen={() => setOpen(true)} />
        )}
      </div>
      <p className={styles['credit']}>
        26 seconds of “Caesium” by Software-Entwicklungskit, from{' '}
        <a href="https://github.com/ichbinsoftware/everythingisremixed">Everything is Free</a>, CC0 1.0. Split
        into parts by the model that comes with Partbook.
      </p>
    </section>
  );
};
