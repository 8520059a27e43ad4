// A certificate for the hosts a test stands in for, made with openssl; it is its own authority and lives for a day.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

export type TlsCertificate = { key: string; cert: string };

export const makeCertificate = async (hosts: readonly string[]): Promise<TlsCertificate> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'partbook-tls-'));
  const key = path.join(folder, 'key.pem');
  const cert = path.join(folder, 'cert.pem');
  const names = `subjectAltName=${hosts.map((host) => `DNS:${host}`).join(',')}`;
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const about = ['-days', '1', '-subj', '/CN=partbook test', '-addext', names];
  try {
    await promisify(execFile)('openssl', [...request, ...about, '-keyout', key, '-out', cert]);
    return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
