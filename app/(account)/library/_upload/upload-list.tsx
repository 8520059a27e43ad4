// The uploads under way: how far each is, and pause, resume, try again, choose the file again, cancel.
'use client';
import { useId, useState } from 'react';
import { Button, IconButton } from '../../../_ui/button.tsx';
import buttonStyles from '../../../_ui/button.module.css';
import { classNames } from '../../../_ui/class-names.ts';
import { Notice } from '../../../_ui/notice.tsx';
import { Progress } from '../../../_ui/progress.tsx';
import type { UploadDesk, UploadView } from './upload-desk.ts';
import styles from './upload-list.module.css';

const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(bytes < 10_485_760 ? 1 : 0);

const noteOf = ({ state, sentBytes, size }: UploadView): string => {
  const far = `${megabytes(sentBytes)} of ${megabytes(size)} MB`;
  if (state.kind === 'waiting') return 'Waiting for its turn';
  if (state.kind === 'troubled') return `${far} · the connection is unsteady, trying again`;
  if (state.kind === 'finishing') return 'Sent, handing it over';
  if (state.kind === 'paused') return `Paused at ${far}`;
  return far;
};

/** The page was opened anew, and the browser could not keep the file. */
const AskForFile = ({ upload, desk }: { upload: UploadView; desk: () => UploadDesk }) => {
  const id = useId();
  const [wrong, setWrong] = useState<string | null>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    const taken = await desk().giveFile(upload.id, file);
    if (!taken) setWrong(file.name);
  };
  return (
    <Notice
      tone="warn"
      action={
        <span className={styles['again']}>
          <label htmlFor={id} className={classNames(buttonStyles['button'], buttonStyles['secondary'])}>
            Choose it again
          </label>
          <input id={id} type="file" onChange={(event) => void take(event.target.files?.[0])} />
        </span>
      }
    >
      <strong>{upload.name}</strong>:{' '}
      {upload.sentBytes > 0
        ? `${megabytes(upload.sentBytes)} of ${megabytes(upload.size)} MB are safely there. Please choose the same file again, and the rest follows.`
        : 'Nothing of it was sent yet. Please choose the file again.'}
      {wrong !== null && (
        <span role="alert" className={styles['wrong']}>
          “{wrong}” is another file, or was changed since. To send it instead, cancel this upload first.
        </span>
      )}
    </Notice>
  );
};

const Stopped = ({ upload, desk }: { upload: UploadView; desk: () => UploadDesk }) => {
  if (upload.state.kind !== 'stopped') return null;
  const { code, message } = upload.state;
  const isLimit = code === 'limit_reached' || code === 'plan_required';
  return (
    <Notice
      tone="bad"
      alert
      action={
        <Button small onClick={() => void desk().resume(upload.id)}>
          Try again
        </Button>
      }
    >
      <strong>{upload.name}</strong>: {message}
      {isLimit && (
        <>
          {' '}
          The file is kept for a day. <a href="/pricing">See plans and credits</a>
        </>
      )}
    </Notice>
  );
};

const Upload = ({ upload, desk }: { upload: UploadView; desk: () => UploadDesk }) => {
  const { kind } = upload.state;
  const canPause = kind === 'waiting' || kind === 'sending' || kind === 'troubled';
  return (
    <li className={styles['upload']}>
      <div className={styles['state']}>
        {kind === 'needs-file' && <AskForFile upload={upload} desk={desk} />}
        {kind === 'stopped' && <Stopped upload={upload} desk={desk} />}
        {kind !== 'needs-file' && kind !== 'stopped' && (
          <Progress
            label={upload.name}
            percent={kind === 'finishing' ? null : (upload.sentBytes / upload.size) * 100}
            note={noteOf(upload)}
          />
        )}
      </div>
      {canPause && (
        <IconButton
          icon="pause"
          label={`Pause ${upload.name}`}
          onClick={() => void desk().pause(upload.id)}
        />
      )}
      {kind === 'paused' && (
        <IconButton
          icon="play"
          label={`Resume ${upload.name}`}
          onClick={() => void desk().resume(upload.id)}
        />
      )}
      {kind !== 'finishing' && (
        <IconButton
          icon="close"
          label={`Cancel ${upload.name}`}
          onClick={() => void desk().cancel(upload.id)}
        />
      )}
    </li>
  );
};

export const UploadList = ({ uploads, desk }: { uploads: readonly UploadView[]; desk: () => UploadDesk }) => (
  <ul className={styles['uploads']} aria-label="Uploads">
    {uploads.map((upload) => (
      <Upload key={upload.id} upload={upload} desk={desk} />
    ))}
  </ul>
);
