// What the web process answers or looks up itself before Next does: files, and whether a share link is dead. Not with the
// services of Next's bundle: there every class exists a second time, and an error of one side is unknown to the other.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { openDatabase } from './db/client.ts';
import type { Env } from './env.ts';
import type { Log } from './log.ts';
import { answerGone } from './pages/answer-gone.ts';
import { shareOfPage } from './pages/share-of-page.ts';
import { answerFiles } from './rest/answer-files.ts';
import { createStorage } from './storage/create-storage.ts';

/** Each read is one statement. */
const connections = 4;

/** Whether the request is answered. */
export type AnswerFirst = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

export const createAnswerFirst = (env: Env, log: Log): AnswerFirst => {
  const services = { env, log, ...openDatabase(env.DATABASE_URL, connections), storage: createStorage(env) };
  return async (request, response) => {
    if (await answerFiles(services, request, response)) return true;
    const shareId = shareOfPage(request);
    if (shareId !== undefined) await answerGone(services, shareId, response);
    return false;
  };
};
