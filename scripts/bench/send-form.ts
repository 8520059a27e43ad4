// Sends a song as the form of POST /splits, as fast or as slowly as a bench wants, and gives the status of the answer.
import { request, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export type Source = { bytes: number; chunkBytes: number; pauseMs: number };

export const sendForm = (url: string, key: string, { bytes, chunkBytes, pauseMs }: Source): Promise<number> =>
  new Promise((resolve, reject) => {
    const head = Buffer.from(
      '--b\r\nContent-Disposition: form-data; name="file"; filename="song.mp3"\r\nContent-Type: audio/mpeg\r\n\r\nID3',
    );
    const tail = Buffer.from(
      '\r\n--b\r\nContent-Disposition: form-data; name="model"\r\n\r\nvocals\r\n--b--\r\n',
    );
    const sent = request(`${url}/api/v1/splits`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': head.length + bytes - 3 + tail.length,
      },
    });
    sent.on('error', reject);
    sent.on('response', (response: IncomingMessage) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    const pour = async (): Promise<void> => {
      sent.write(head);
      for (let left = bytes - 3; left > 0; left -= chunkBytes) {
        const more = sent.write(Buffer.alloc(Math.min(left, chunkBytes)));
        if (pauseMs > 0) await sleep(pauseMs);
        else if (!more) await new Promise((done) => sent.once('drain', done));
      }
      sent.end(tail);
    };
    pour().catch(reject);
  });
