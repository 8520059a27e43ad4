// Asks for a sign-in link, or goes to a provider; the page itself says how it went.
'use client';
import { type FormEvent, useState } from 'react';
import { Button } from '../../_ui/button.tsx';
import { TextField } from '../../_ui/field.tsx';
import { Notice } from '../../_ui/notice.tsx';
import styles from './signin.module.css';

type Provider = { id: string; name: string };

const startSignIn = async (provider: string, callbackPath: string, email: string | null): Promise<string> => {
  const csrf = (await (await fetch('/api/auth/csrf')).json()) as { csrfToken: string };
  const body = new URLSearchParams({ csrfToken: csrf.csrfToken, callbackUrl: callbackPath, json: 'true' });
  if (email !== null) body.set('email', email);
  const answer = await fetch(`/api/auth/signin/${provider}`, { method: 'POST', body });
  const { url } = (await answer.json()) as { url: string };
  return url;
};

export const SignInForm = ({ providers, callbackPath }: { providers: Provider[]; callbackPath: string }) => {
  const [email, setEmail] = useState('');
  const [busy, setBusy] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);

  const go = async (provider: string) => {
    setBusy(provider);
    setFailed(false);
    try {
      window.location.assign(await startSignIn(provider, callbackPath, provider === 'email' ? email : null));
    } catch {
      setFailed(true);
      setBusy(null);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void go('email');
  };

  return (
    <>
      <form onSubmit={submit} className={styles['form']}>
        <TextField
          label="E-mail address"
          type="email"
          name="email"
          autoComplete="email"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Button look="primary" type="submit" wide busy={busy === 'email'} disabled={busy !== null}>
          Send me a link
        </Button>
      </form>
      {failed && (
        <Notice tone="bad" alert>
          The service did not answer. Check your connection and try again.
        </Notice>
      )}
      {providers.length > 0 && (
        <div className={styles['others']}>
          {providers.map(({ id, name }) => (
            <Button key={id} wide busy={busy === id} disabled={busy !== null} onClick={() => void go(id)}>
              Continue with {name}
            </Button>
          ))}
        </div>
      )}
    </>
  );
};
