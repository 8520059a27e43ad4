import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { looksLikePage, looksLikeSong } from './sniff-song.ts';

const text = (start: string): Buffer => Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(4096)]);
const mpegFrame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(413)]);
const adtsFrame = Buffer.concat([Buffer.from([0xff, 0xf1, 0x50, 0x80, 0x2e, 0x7f, 0xfc]), Buffer.alloc(364)]);

test('every accepted format is known by its first bytes', () => {
  const songs = [
    text('ID3\x04\0\0\0\0\0\0'),
    text('RIFF\0\0\0\0WAVEfmt '),
    text('RF64\xff\xff\xff\xffWAVEds64'),
    text('FORM\0\0\0\0AIFF'),
    text('fLaC\0\0\0"'),
    text('OggS\0\x02'),
    text('\0\0\0 ftypM4A '),
    Buffer.concat([Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'), Buffer.alloc(100)]),
    Buffer.concat([mpegFrame, mpegFrame, mpegFrame]),
    Buffer.concat([Buffer.alloc(300), mpegFrame, mpegFrame, mpegFrame]),
    Buffer.concat([adtsFrame, adtsFrame]),
  ];
  for (const [index, song] of songs.entries()) assert.equal(looksLikeSong(song), true, `song ${index}`);
});

test('pages, playlists, pictures, archives and programs are not songs', () => {
  const others = [
    text('<!DOCTYPE html><html>'),
    text('\n  <html>'),
    text('\xef\xbb\xbf<!doctype html>'),
    text('<?xml version="1.0"?>'),
    text('#EXTM3U\n'),
    text('{"error": 1}'),
    text('[playlist]\n'),
    text('ffconcat version 1.0'),
    text('RIFF\0\0\0\0AVI '),
    text('PK\x03\x04'),
    text('%PDF-1.7'),
    text('\x7fELF'),
    text('hello'),
    Buffer.concat([Buffer.from('\xff\xd8\xff\xe0', 'latin1'), mpegFrame, mpegFrame]),
    Buffer.concat([Buffer.from('\x89PNG', 'latin1'), randomBytes(5000)]),
    mpegFrame.subarray(0, 3),
    Buffer.alloc(0),
  ];
  for (const [index, other] of others.entries()) assert.equal(looksLikeSong(other), false, `other ${index}`);
  assert.equal(looksLikePage(text('<!DOCTYPE html>')), true);
  assert.equal(looksLikePage(text('\n<HTML lang=en>')), true);
  assert.equal(looksLikePage(text('#EXTM3U')), false);
});
