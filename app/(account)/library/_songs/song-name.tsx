// A song's name, renamed where it stands: Enter or leaving the field keeps it, Escape does not.
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { limits } from '../../../../server/contract/limits.ts';
import type { SplitWire } from '../../../../server/contract/split.ts';
import { sentenceOfError } from '../../../_trpc/shown-error.ts';
import { useTRPC } from '../../../_trpc/trpc.ts';
import { TextField } from '../../../_ui/field.tsx';
import { useToast } from '../../../_ui/toast.tsx';
import styles from './songs.module.css';

type SongNameProps = { song: SplitWire; editing: boolean; onEnd: () => void };

const NameField = ({ song, onEnd }: Omit<SongNameProps, 'editing'>) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  const [name, setName] = useState(song.name);
  const ended = useRef(false);
  const rename = useMutation(
    trpc.splits.rename.mutationOptions({
      onError: (error) => toast({ message: sentenceOfError(error), tone: 'bad' }),
      onSettled: async () => {
        await queryClient.invalidateQueries({ queryKey: trpc.splits.list.pathKey() });
        onEnd();
      },
    }),
  );
  const end = (keep: boolean) => {
    // Enter is followed by the loss of focus.
    if (ended.current) return;
    ended.current = true;
    const chosen = name.trim();
    if (keep && chosen !== '' && chosen !== song.name) rename.mutate({ id: song.id, name: chosen });
    else onEnd();
  };
  return (
    <form
      className={styles['rename']}
      onSubmit={(event) => {
        event.preventDefault();
        end(true);
      }}
    >
      <TextField
        label={`New name of ${song.name}`}
        hideLabel
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field was asked for
        autoFocus
        value={name}
        maxLength={limits.nameLength}
        readOnly={rename.isPending}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setName(event.target.value)}
        onBlur={() => end(true)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') end(false);
        }}
      />
    </form>
  );
};

export const SongName = ({ song, editing, onEnd }: SongNameProps) =>
  editing ? <NameField song={song} onEnd={onEnd} /> : <h3 className={styles['name']}>{song.name}</h3>;
