// Takes the mix along: WAV made here in the browser, MP3 by the server's encoder; the whole song or the loop.
'use client';
import { useEffect, useRef, useState } from 'react';
import type { SharedSong } from '../../../server/contract/share.ts';
import { Button } from '../../_ui/button.tsx';
import { Dialog } from '../../_ui/dialog.tsx';
import { SelectField } from '../../_ui/field.tsx';
import { Notice } from '../../_ui/notice.tsx';
import { Progress } from '../../_ui/progress.tsx';
import { Scope } from '../_player/scope.ts';
import { exportWav, requestMp3, saveFile } from './export-mix.ts';
import { useRoom } from './use-player.ts';

interface ExportDialogProps {
  song: SharedSong;
  open: boolean;
  onClose: () => void;
}

export function ExportDialog({ song, open, onClose }: ExportDialogProps) {
  const { state } = useRoom();
  const [format, setFormat] = useState<'wav' | 'mp3'>('wav');
  const [part, setPart] = useState<'song' | 'loop'>('song');
  const [share, setShare] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const running = useRef<Scope | null>(null);
  useEffect(() => () => running.current?.end(), []);

  const stop = () => {
    running.current?.end();
    running.current = null;
    setShare(null);
  };
  const start = async () => {
    const scope = new Scope();
    running.current = scope;
    setError(null);
    setShare(0);
    const wish = { song, state, loopOnly: part === 'loop' && state.loop !== null };
    try {
      const file = format === 'wav' ? await exportWav(scope, wish, setShare) : await requestMp3(scope, wish);
      saveFile(file, `${song.name}.${format}`);
      if (running.current === scope) onClose();
    } catch (problem) {
      if (!scope.ended)
        setError(problem instanceof Error ? problem.message : 'The export failed. Try again.');
    }
    if (running.current === scope) stop();
    scope.end();
  };
  const close = () => {
    stop();
    setError(null);
    onClose();
  };
  const actions =
    share === null ? (
      <>
        <Button onClick={close}>Cancel</Button>
        <Button look="primary" icon="download" onClick={() => void start()}>
          Export
        </Button>
      </>
    ) : (
      <Button onClick={stop}>Stop</Button>
    );
  const percent = format === 'wav' ? Math.round((share ?? 0) * 100) : null;
  return (
    <Dialog open={open} title="Export this mix" onClose={close} actions={actions}>
      <p>
        Volumes, places, mutes and solos go into the file as you hear them now, at the speed and key you set.
      </p>
      <SelectField
        label="Format"
        value={format}
        disabled={share !== null}
        onChange={(event) => setFormat(event.currentTarget.value === 'mp3' ? 'mp3' : 'wav')}
      >
        <option value="wav">WAV, 16 bit, made in this browser</option>
        <option value="mp3">MP3, made by the server</option>
      </SelectField>
      {state.loop && (
        <SelectField
          label="Part"
          value={part}
          disabled={share !== null}
          onChange={(event) => setPart(event.currentTarget.value === 'loop' ? 'loop' : 'song')}
        >
          <option value="song">The whole song</option>
          <option value="loop">The loop once</option>
        </SelectField>
      )}
      {share !== null && (
        <Progress label="Mixing" percent={percent} note={percent === null ? null : `${String(percent)} %`} />
      )}
      {error && (
        <Notice tone="bad" alert>
          {error}
        </Notice>
      )}
    </Dialog>
  );
}
