import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDownloadForm } from './drive-page.ts';
import { FetchRefused } from './ingest.ts';
import { toDirectLink } from './share-links.ts';

const id = '1AbCdEfGhIjKlMnOpQrStUvWxYz012345';
const direct = (link: string): string => toDirectLink(new URL(link)).url.href;
const drive = `https://drive.usercontent.google.com/download?id=${id}&export=download&confirm=t`;

test('Dropbox links become downloads and keep their keys', () => {
  assert.equal(
    direct('https://www.dropbox.com/scl/fi/abc123/My%20Song.mp3?rlkey=k3y&st=s7&dl=0'),
    'https://www.dropbox.com/scl/fi/abc123/My%20Song.mp3?rlkey=k3y&st=s7&dl=1',
  );
  assert.equal(
    direct('https://www.dropbox.com/s/abc123/song.mp3'),
    'https://www.dropbox.com/s/abc123/song.mp3?dl=1',
  );
  assert.equal(
    direct('http://dropbox.com/s/abc123/song.mp3?raw=1#t'),
    'https://dropbox.com/s/abc123/song.mp3?dl=1',
  );
  assert.equal(
    direct('https://dl.dropboxusercontent.com/s/abc/song.mp3'),
    'https://dl.dropboxusercontent.com/s/abc/song.mp3',
  );
});

test('Google Drive links of every form become one download address', () => {
  for (const link of [
    `https://drive.google.com/file/d/${id}/view?usp=sharing`,
    `https://drive.google.com/file/d/${id}/edit`,
    `https://drive.google.com/file/d/${id}`,
    `https://drive.google.com/open?id=${id}&usp=drive_copy`,
    `https://drive.google.com/uc?export=download&id=${id}`,
    `https://drive.google.com/u/0/uc?id=${id}`,
    `https://drive.google.com/a/example.com/file/d/${id}/view`,
    `https://docs.google.com/uc?id=${id}`,
    `https://docs.google.com/file/d/${id}/edit`,
    `https://drive.usercontent.google.com/download?id=${id}`,
  ]) {
    assert.equal(direct(link), drive, link);
  }
  assert.equal(
    direct(`https://drive.google.com/file/d/${id}/view?usp=sharing&resourcekey=0-abc`),
    `${drive}&resourcekey=0-abc`,
  );
});

test('folders, documents and other pages are refused with a sentence', () => {
  const table: [string, RegExp][] = [
    ['https://www.dropbox.com/sh/abc/def?dl=0', /Dropbox link leads to a folder/],
    ['https://www.dropbox.com/scl/fo/abc/def?rlkey=x', /Dropbox link leads to a folder/],
    ['https://www.dropbox.com/home/Music', /page of Dropbox/],
    [`https://drive.google.com/drive/folders/${id}`, /Google Drive link leads to a folder/],
    [`https://drive.google.com/drive/u/0/folders/${id}`, /Google Drive link leads to a folder/],
    ['https://drive.google.com/drive/my-drive', /page of Google Drive/],
    [`https://docs.google.com/document/d/${id}/edit`, /document/],
  ];
  for (const [link, sentence] of table) {
    assert.throws(
      () => direct(link),
      (error: unknown) => error instanceof FetchRefused && sentence.test(error.message),
      link,
    );
  }
  assert.equal(direct('https://example.com/a.mp3?dl=0'), 'https://example.com/a.mp3?dl=0');
});

test('the download form is read with its hidden fields, and only when it leads to Google', () => {
  const page = new URL(drive);
  const form = (action: string): string =>
    `<form method="get" id='download-form' action="${action}"><input type="submit" value="x"><input name="id" value="a&amp;b"/><INPUT type="hidden" value="u1" name="uuid"></form><input name="outside" value="1">`;
  const url = readDownloadForm(form('https://drive.usercontent.google.com/download'), page);
  assert.equal(url?.href, 'https://drive.usercontent.google.com/download?id=a%26b&uuid=u1');
  assert.equal(readDownloadForm(form('https://evil.example/download'), page), null);
  assert.equal(readDownloadForm(form('https://evilgoogle.com/download'), page), null);
  assert.equal(readDownloadForm(form('http://drive.usercontent.google.com/download'), page), null);
  assert.equal(readDownloadForm('<form action="/x"></form>', page), null);
  assert.equal(readDownloadForm('', page), null);
});
