// Turns share links of Dropbox and Google Drive, as people copy them, into addresses that answer with the file.
import { FetchRefused } from './ingest.ts';

export type DirectLink = { url: URL; service: 'dropbox' | 'google-drive' | null };

const folder = (service: string): FetchRefused =>
  new FetchRefused(
    'url_not_public',
    `This ${service} link leads to a folder. Share the song itself and use that link.`,
  );

const notAFile = (service: string): FetchRefused =>
  new FetchRefused(
    'url_not_public',
    `This is a page of ${service}, not a shared file. Choose “Share”, then “Copy link” of the song.`,
  );

const dropboxHosts = new Set(['dropbox.com', 'www.dropbox.com', 'm.dropbox.com']);

/** /s/ID/name and /scl/fi/ID/name are files; rlkey and st open newer ones and stay. */
const dropbox = (link: URL): URL => {
  if (/^\/(sh|scl\/fo)\//.test(link.pathname)) throw folder('Dropbox');
  if (!/^\/(s|scl\/fi)\/[^/]+/.test(link.pathname)) throw notAFile('Dropbox');
  const url = new URL(link);
  url.protocol = 'https:';
  url.searchParams.delete('raw');
  url.searchParams.set('dl', '1');
  url.hash = '';
  return url;
};

const driveHosts = new Set(['drive.google.com', 'docs.google.com', 'drive.usercontent.google.com']);
const driveId = /^[A-Za-z0-9_-]{10,200}$/;

const driveFileId = (link: URL): string | null => {
  const path = link.pathname.replace(/^\/a\/[^/]+/, '').replace(/^\/u\/\d+/, '');
  const inPath = /^\/file\/(?:u\/\d+\/)?d\/([^/]+)/.exec(path)?.[1];
  const inQuery = /^\/(open|uc|download)\/?$/.test(path) ? link.searchParams.get('id') : null;
  const id = inPath ?? inQuery;
  return id !== null && id !== undefined && driveId.test(id) ? id : null;
};

const googleDrive = (link: URL): URL => {
  if (/\/(folders|folderview)(\/|$)/.test(link.pathname)) throw folder('Google Drive');
  if (/^\/(document|spreadsheets|presentation|forms)\//.test(link.pathname)) {
    throw new FetchRefused('unsupported_audio', 'The link leads to a document, not to a song.');
  }
  const id = driveFileId(link);
  if (id === null) throw notAFile('Google Drive');
  const url = new URL('https://drive.usercontent.google.com/download');
  url.searchParams.set('id', id);
  url.searchParams.set('export', 'download');
  url.searchParams.set('confirm', 't');
  const resourceKey = link.searchParams.get('resourcekey');
  if (resourceKey !== null) url.searchParams.set('resourcekey', resourceKey);
  return url;
};

export const toDirectLink = (link: URL): DirectLink => {
  if (dropboxHosts.has(link.hostname)) return { url: dropbox(link), service: 'dropbox' };
  if (driveHosts.has(link.hostname)) return { url: googleDrive(link), service: 'google-drive' };
  return { url: link, service: null };
};
