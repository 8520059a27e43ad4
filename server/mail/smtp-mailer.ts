// Sends mail through SMTP.
import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer.ts';

const timeoutMs = 15_000;

export const createSmtpMailer = (smtpUrl: string, from: string): Mailer => {
  const transport = createTransport(smtpUrl, {
    from,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  } as object);
  return {
    send: async (mail) => {
      await transport.sendMail({ from, ...mail });
    },
  };
};
