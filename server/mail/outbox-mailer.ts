// Where no SMTP is set: mail is laid in DATA_DIR/outbox for the operator of this one box, who is also its reader.
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '../log.ts';
import type { Mailer } from './mailer.ts';

const keptMails = 200;

const dropOldest = async (dir: string): Promise<void> => {
  const files = (await readdir(dir)).filter((name) => name.endsWith('.eml')).sort();
  await Promise.all(files.slice(0, -keptMails).map((name) => rm(path.join(dir, name), { force: true })));
};

export const createOutboxMailer = (dataDir: string, from: string, log: Log): Mailer => {
  const dir = path.join(dataDir, 'outbox');
  return {
    send: async (mail) => {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      await chmod(dir, 0o700);
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomBytes(3).toString('hex')}.eml`;
      const text = [`From: ${from}`, `To: ${mail.to}`, `Subject: ${mail.subject}`, '', mail.text, ''].join(
        '\n',
      );
      const partial = path.join(dir, `.${name}`);
      await writeFile(partial, text, { mode: 0o600 });
      await rename(partial, path.join(dir, name));
      await dropOldest(dir);
      log.info('mail_laid_in_outbox', { file: path.join('outbox', name), subject: mail.subject });
    },
  };
};
