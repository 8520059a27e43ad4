// Tries an operation from the page: on this site, with a key that stays in the page's memory.
'use client';
import { type SyntheticEvent, useRef, useState } from 'react';
import { Button } from '../../../_ui/button.tsx';
import { TextArea, TextField } from '../../../_ui/field.tsx';
import { Notice } from '../../../_ui/notice.tsx';
import { CodeTabs } from '../../_docs/code-tabs.tsx';
import { useKey } from './key-memory.tsx';
import styles from './reference.module.css';
import { sendTrial, type Trial, type TrialAnswer } from './send-trial.ts';

interface TryItProps {
  method: string;
  path: string;
  needsKey: boolean;
  parameters: Trial['places'];
  json: string | null;
  takesFile: boolean;
}

const reads = new Set(['GET']);

function KeyField() {
  const key = useKey();
  return (
    <TextField
      label="API key"
      type="password"
      autoComplete="off"
      spellCheck={false}
      placeholder="pb_live_…"
      hint="Stays in this page’s memory and is gone when you leave it."
      value={key.value}
      onChange={(event) => key.set(event.currentTarget.value.trim())}
    />
  );
}

function Result({ answer }: { answer: TrialAnswer }) {
  const good = answer.status < 400;
  return (
    <div className={styles['result']}>
      <Notice tone={good ? 'good' : 'bad'}>
        Answered with <strong>{answer.status}</strong>.
      </Notice>
      <CodeTabs
        blocks={[
          { label: 'Answer', text: answer.text },
          { label: 'Headers', text: answer.headers },
        ]}
      />
    </div>
  );
}

export function TryIt(props: TryItProps) {
  const { method, path, needsKey, parameters, takesFile } = props;
  const key = useKey();
  const [params, setParams] = useState<Record<string, string>>({});
  const [json, setJson] = useState(props.json);
  const file = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<TrialAnswer | null>(null);
  const [fault, setFault] = useState<string | null>(null);

  const send = async () => {
    setBusy(true);
    setFault(null);
    const chosen = file.current?.files?.[0] ?? null;
    const trial = { method, path, params, places: parameters, json, file: chosen };
    try {
      setAnswer(await sendTrial({ ...trial, key: needsKey ? key.value : '' }));
    } catch {
      setAnswer(null);
      setFault('No answer came. Check your connection and try again.');
    }
    setBusy(false);
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <details className={styles['try']}>
      <summary>Try it</summary>
      <form className={styles['form']} onSubmit={submit}>
        {needsKey && <KeyField />}
        {parameters.map(({ name, place }) => (
          <TextField
            key={name}
            label={`${name} (${place})`}
            autoComplete="off"
            required={place === 'path'}
            value={params[name] ?? ''}
            onChange={(event) => setParams({ ...params, [name]: event.currentTarget.value })}
          />
        ))}
        {json !== null && (
          <TextArea
            label="Body"
            rows={8}
            spellCheck={false}
            value={json}
            onChange={(event) => setJson(event.currentTarget.value)}
          />
        )}
        {takesFile && (
          <label>
            Or a file instead <input ref={file} type="file" accept="audio/*" />
          </label>
        )}
        <div className={styles['send']}>
          <Button type="submit" look="primary" busy={busy}>
            Send
          </Button>
          {!reads.has(method) && <span className={styles['open']}>This acts on your account for real.</span>}
        </div>
      </form>
      <div aria-live="polite">
        {fault && <Notice tone="bad">{fault}</Notice>}
        {answer && <Result answer={answer} />}
      </div>
    </details>
  );
}
