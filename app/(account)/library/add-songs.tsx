// Adds songs: drop or choose files, or paste links; says what each model gives and what is left before it runs out.
'use client';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { AccountWire } from '../../../server/contract/account.ts';
import { inputFormats, type ModelId } from '../../../server/contract/models.ts';
import { useTRPC } from '../../_trpc/trpc.ts';
import { Card } from '../../_ui/card.tsx';
import { classNames } from '../../_ui/class-names.ts';
import { Notice } from '../../_ui/notice.tsx';
import { UploadList } from './_upload/upload-list.tsx';
import { useUploads } from './_upload/use-uploads.ts';
import styles from './add-songs.module.css';
import { LinkForm } from './link-form.tsx';
import { ModelChoice } from './model-choice.tsx';
import { type Warning, warningFor } from './song-budget.ts';

const Position = ({ account }: { account: AccountWire | undefined }) => {
  if (!account) return <p className={styles['position']}>&nbsp;</p>;
  const { credits, limits } = account;
  return (
    <p className={styles['position']}>
      <span>
        <strong>{account.splits_left}</strong> of {account.splits_per_month} songs left this month
      </span>
      <span>
        <strong>{credits}</strong> {credits === 1 ? 'credit' : 'credits'}
      </span>
      <span>
        <strong>{limits.songs_left_this_hour}</strong> of {limits.songs_per_hour} left this hour
      </span>
    </p>
  );
};

const LimitNotice = ({ warning }: { warning: Warning }) => (
  <Notice tone="warn" action={warning.pricing && <a href="/pricing">See plans and credits</a>}>
    {warning.message}
  </Notice>
);

/** The input lies over the whole field, so that dropping files on it is the browser's own doing. */
const FileDrop = ({ disabled, onFiles }: { disabled: boolean; onFiles: (files: File[]) => void }) => {
  const inputId = useId();
  const [over, setOver] = useState(false);
  const last = inputFormats.at(-1);
  return (
    <div className={classNames(styles['drop'], over && styles['over'], disabled && styles['off'])}>
      <label htmlFor={inputId}>Drop songs here, or choose files</label>
      <span>
        {inputFormats.slice(0, -1).join(', ')} or {last}, up to 200 MB each
      </span>
      <input
        id={inputId}
        type="file"
        multiple
        disabled={disabled}
        accept="audio/*,.mp3,.wav,.flac,.ogg,.m4a,.aac,.wma"
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </div>
  );
};

export type Wanted = ModelId | 'batch' | null;

export const AddSongs = ({ accountId, wanted }: { accountId: string; wanted: Wanted }) => {
  const trpc = useTRPC();
  const [model, setModel] = useState<ModelId>(wanted === null || wanted === 'batch' ? 'vocals' : wanted);
  const { data: account } = useQuery(trpc.account.get.queryOptions());
  const { uploads, desk } = useUploads(accountId);
  const warning = account ? warningFor(account, model, 1) : null;
  return (
    <Card>
      <section aria-label="Add songs" className={styles['add']}>
        <ModelChoice model={model} account={account} onChoose={setModel} />
        <Position account={account} />
        {warning && <LimitNotice warning={warning} />}
        <FileDrop disabled={warning?.blocks ?? false} onFiles={(files) => desk().add(files, model)} />
        {uploads.length > 0 && <UploadList uploads={uploads} desk={desk} />}
        <LinkForm
          model={model}
          focus={wanted === 'batch'}
          blocked={warning?.blocks ?? false}
          warn={(count) => {
            const some = account && count > 1 ? warningFor(account, model, count) : null;
            return some && !some.blocks ? <LimitNotice warning={some} /> : null;
          }}
        />
      </section>
    </Card>
  );
};
