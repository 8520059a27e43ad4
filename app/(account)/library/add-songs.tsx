// Adds songs: drop or choose files, or paste links; says what each model gives and what is left of the month.
'use client';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { limits } from '../../../server/contract/limits.ts';
import { type ModelId, modelIds, products } from '../../../server/contract/models.ts';
import { sentenceOfError } from '../../_trpc/shown-error.ts';
import { useTRPC } from '../../_trpc/trpc.ts';
import { Button, IconButton } from '../../_ui/button.tsx';
import { Card } from '../../_ui/card.tsx';
import { SelectField, TextArea } from '../../_ui/field.tsx';
import { Notice } from '../../_ui/notice.tsx';
import { Progress } from '../../_ui/progress.tsx';
import styles from './library.module.css';
import { type Sending, useSubmitSongs } from './use-submit-songs.ts';

const linksIn = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

const SendingList = ({ sending, onDismiss }: { sending: Sending[]; onDismiss: (id: number) => void }) => (
  <ul className={styles['sending']} aria-label="Uploads">
    {sending.map(({ id, name, percent, error }) => (
      <li key={id}>
        {error === null ? (
          <Progress label={name} percent={percent} />
        ) : (
          <Notice
            tone="bad"
            alert
            action={<IconButton icon="close" label={`Dismiss ${name}`} onClick={() => onDismiss(id)} />}
          >
            <strong>{name}</strong>: {error}
          </Notice>
        )}
      </li>
    ))}
  </ul>
);

const Position = () => {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.account.get.queryOptions());
  if (!data) return <p className={styles['position']}>&nbsp;</p>;
  return (
    <p className={styles['position']}>
      {data.splits_left} of {data.splits_per_month} songs left this month
      {data.credits > 0 && `, and ${data.credits} ${data.credits === 1 ? 'credit' : 'credits'}`} ·{' '}
      {data.limits.songs_left_this_hour} more within this hour
    </p>
  );
};

/** The input lies over the whole field, so that dropping files on it is the browser's own doing. */
const FileDrop = ({ onFiles }: { onFiles: (files: File[]) => void }) => {
  const inputId = useId();
  return (
    <div className={styles['drop']}>
      <label htmlFor={inputId}>Drop songs here, or choose files</label>
      <span>MP3, WAV, FLAC, OGG, M4A, AAC or WMA, up to 200 MB each</span>
      <input
        id={inputId}
        type="file"
        multiple
        accept="audio/*,.mp3,.wav,.flac,.ogg,.m4a,.aac,.wma"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </div>
  );
};

const Links = ({ onSubmit }: { onSubmit: (links: string[]) => Promise<void> }) => {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const links = linksIn(text);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await onSubmit(links);
      setText('');
    } catch (failure) {
      setError(sentenceOfError(failure));
    }
    setBusy(false);
  };
  const tooMany = links.length > limits.batchSize;
  return (
    <form className={styles['links']} onSubmit={(event) => void submit(event)}>
      <TextArea
        label="Or paste links"
        hint={`One per line, ${limits.batchSize} at most. Dropbox and Google Drive share links work as they are.`}
        rows={2}
        value={text}
        error={tooMany ? `That is ${links.length} links; ${limits.batchSize} go at once.` : error}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" busy={busy} disabled={links.length === 0 || tooMany}>
        {links.length > 1 ? `Split ${links.length} songs` : 'Split the song'}
      </Button>
    </form>
  );
};

export const AddSongs = () => {
  const [model, setModel] = useState<ModelId>('vocals');
  const { sending, submitFiles, submitLinks, dismiss } = useSubmitSongs();
  return (
    <Card>
      <section aria-label="Add songs" className={styles['add']}>
        <div className={styles['choice']}>
          <SelectField
            label="Split into"
            value={model}
            onChange={(event) => setModel(event.target.value as ModelId)}
          >
            {modelIds.map((id) => (
              <option key={id} value={id}>
                {products[id].name}: {products[id].stems.join(', ')}
                {products[id].plan === 'pro' ? ' (Pro, or one credit)' : ''}
              </option>
            ))}
          </SelectField>
          <Position />
        </div>
        <FileDrop onFiles={(files) => void submitFiles(files, model)} />
        {sending.length > 0 && <SendingList sending={sending} onDismiss={dismiss} />}
        <Links onSubmit={(links) => submitLinks(links, model)} />
      </section>
    </Card>
  );
};
