// A shared setlist: its programme, and the practice room of the song that is open; songs follow each other without a gap.
'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { SharedSetlist } from '../../../server/contract/share.ts';
import { classNames } from '../../_ui/class-names.ts';
import { EmptyState } from '../../_ui/empty-state.tsx';
import { formatTime } from '../../_ui/format-time.ts';
import { Notice } from '../../_ui/notice.tsx';
import { Scope } from '../_player/scope.ts';
import { PracticeRoom } from './practice-room.tsx';
import styles from './setlist-room.module.css';
import type { OpenSong, SetlistPlayers } from './setlist-players.ts';

interface ProgrammeProps {
  setlist: SharedSetlist;
  current: number;
  onChoose: (index: number) => void;
}

function Programme({ setlist, current, onChoose }: ProgrammeProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const frame = list.current;
    const item = frame?.children[current];
    if (!frame || !(item instanceof HTMLElement) || frame.scrollWidth <= frame.clientWidth) return;
    // Only sideways: the page stays where it is.
    frame.scrollLeft = item.offsetLeft - frame.offsetLeft - (frame.clientWidth - item.offsetWidth) / 2;
  }, [current]);
  return (
    <nav className={styles['programme']} aria-label="Songs of the setlist">
      <ol ref={list}>
        {setlist.songs.map((song, index) => (
          <li key={`${String(index)} ${song.share_id}`}>
            <button
              type="button"
              className={classNames(styles['song'], index === current && styles['current'])}
              aria-current={index === current ? 'true' : undefined}
              onClick={() => onChoose(index)}
            >
              <span className={styles['number']}>{index + 1}</span>
              <span className={styles['name']}>{song.name}</span>
              {song.duration_seconds !== null && (
                <span className={styles['time']}>{formatTime(song.duration_seconds)}</span>
              )}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

export function SetlistRoom({ setlist }: { setlist: SharedSetlist }) {
  const players = useRef<SetlistPlayers | null>(null);
  const [open, setOpen] = useState<OpenSong | null>(null);
  const [current, setCurrent] = useState(0);
  const [missing, setMissing] = useState(false);
  const [fault, setFault] = useState<Error | null>(null);

  useEffect(() => {
    const scope = new Scope();
    // The engine comes right after the page: it is not needed to show the programme.
    const start = async () => {
      const engine = await import('./song-engine.ts');
      if (scope.ended) return;
      const made: SetlistPlayers = engine.openSetlist(scope, setlist, (next) => {
        setOpen(next);
        setCurrent(made.current);
        setMissing(made.isMissing(made.current));
      });
      players.current = made;
      made.go(0, false);
    };
    start().catch(setFault);
    return () => {
      players.current = null;
      scope.end();
    };
  }, [setlist]);
  if (fault) throw fault;

  const go = useCallback(
    (index: number) => players.current?.go(index, Boolean(open?.player.getState().wantsPlay)),
    [open],
  );
  const previous = useCallback(() => go(current - 1), [go, current]);
  const next = useCallback(() => go(current + 1), [go, current]);

  if (setlist.songs.length === 0) {
    return (
      <EmptyState title={setlist.title} level={1}>
        Nobody has put a song on this setlist yet.
      </EmptyState>
    );
  }
  return (
    <div className={styles['setlist']}>
      <p className={styles['title']}>{setlist.title}</p>
      <Programme setlist={setlist} current={current} onChoose={go} />
      {missing && (
        <Notice tone="warn">
          This song cannot be played now: it is still being split, or it was deleted. Choose another one.
        </Notice>
      )}
      {open && open.index === current && (
        <PracticeRoom
          key={open.song.share_id}
          song={open.song}
          player={open.player}
          onPrevious={current > 0 ? previous : null}
          onNext={current < setlist.songs.length - 1 ? next : null}
        />
      )}
    </div>
  );
}
