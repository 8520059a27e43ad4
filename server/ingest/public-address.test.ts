import assert from 'node:assert/strict';
import { test } from 'node:test';
import { privateAddresses } from '../../tests/support/private-addresses.ts';
import { createAddressPolicy } from './public-address.ts';
import { FetchRefused } from './ingest.ts';
import { vetLink } from './vet-link.ts';

const open = ['1.1.1.1', '8.8.8.8', '100.63.255.255', '172.15.0.1', '172.32.0.1', '192.167.255.255', '2606:4700::1111', '2a00:1450::1', '::ffff:8.8.8.8']; // prettier-ignore

test('44 private, local and reserved addresses are refused, public ones are not', () => {
  const allows = createAddressPolicy([]);
  assert.equal(privateAddresses.length, 44);
  for (const address of privateAddresses) assert.equal(allows(address), false, address);
  for (const address of open) assert.equal(allows(address), true, address);
  for (const junk of ['', 'localhost', '1.2.3', '8.8.8.8.8', '8.8.8.8%eth0', 'fe80::1%eth0', '::g']) {
    assert.equal(allows(junk), false, junk);
  }
});

test('an allowlist opens its networks and no cloud metadata, however wide it is', () => {
  const narrow = createAddressPolicy(['10.1.0.0/16', 'fc00::/7']);
  assert.equal(narrow('10.1.2.3'), true);
  assert.equal(narrow('::ffff:10.1.2.3'), true);
  assert.equal(narrow('10.2.0.1'), false);
  assert.equal(narrow('fc00::1'), true);
  const wide = createAddressPolicy(['0.0.0.0/0', '::/0']);
  assert.equal(wide('127.0.0.1'), true);
  for (const metadata of [
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '169.254.0.1',
    'fe80::1',
    'fd00:ec2::254',
  ]) {
    assert.equal(wide(metadata), false, metadata);
  }
  assert.throws(() => createAddressPolicy(['10.0.0.0']), /FETCH_ALLOW_CIDRS.*10\.0\.0\.0/);
});

const refusalOf = (link: string, cidrs: string[] = []): string | null => {
  try {
    vetLink(link, createAddressPolicy(cidrs));
    return null;
  } catch (error) {
    assert.ok(error instanceof FetchRefused, String(error));
    assert.equal(error.reason, 'url_not_public');
    return error.message;
  }
};

test('every spelling of a private address is the address', () => {
  const spellings = [
    'http://127.0.0.1/a', 'http://127.1/a', 'http://2130706433/a', 'http://0x7f000001/a', 'http://0x7f.1/a', 'http://0177.0.0.1/a',
    'http://017700000001/a', 'http://127.0.0.1./a', 'http://①②⑦.⓪.⓪.①/a', 'http://127。0。0。1/a', 'http://%31%32%37.0.0.1/a', 'http://0/a',
    'http://[::1]/a', 'http://[::]/a', 'http://[0:0:0:0:0:0:0:1]/a', 'http://[::ffff:127.0.0.1]/a', 'http://[::ffff:7f00:1]/a', 'http://[64:ff9b::10.0.0.1]/a',
    'http://169.254.169.254/latest', 'http://2852039166/latest', 'http://[fe80::1]/a', 'http://[fd00:ec2::254]/latest', 'http://10.0.0.1:8080/a', 'http://3232235777/a',
    'http://localhost/a', 'http://LOCALHOST:3000/a', 'http://a.localhost/a', 'http://localhost./a', 'http://printer.local/a', 'http://metadata.google.internal/a',
    'http://router.lan/a', 'http://ｌｏｃａｌｈｏｓｔ/a',
  ]; // prettier-ignore
  for (const link of spellings) assert.match(refusalOf(link) ?? 'accepted', /private or local/, link);
});

test('other protocols, passwords, strange ports and what is no link are refused with their own sentence', () => {
  const table: [string, RegExp][] = [
    ['ftp://example.com/a', /http and https/],
    ['file:///etc/passwd', /http and https/],
    ['gopher://example.com/a', /http and https/],
    ['data:audio/mpeg;base64,AAAA', /http and https/],
    ['https://user@example.com/a', /user name or password/],
    ['https://:secret@example.com/a', /user name or password/],
    ['http://example.com:22/a', /port/],
    ['http://example.com:25/a', /port/],
    ['https://example.com:1023/a', /port/],
    ['example.com/a.mp3', /not a link/],
    ['http://', /not a link/],
    ['http://[::1/a', /not a link/],
    ['http://[fe80::1%25eth0]/a', /not a link/],
  ];
  for (const [link, sentence] of table) assert.match(refusalOf(link) ?? 'accepted', sentence, link);
  for (const link of [
    'https://example.com/a',
    'http://example.com:8080/a',
    'https://example.com:443/a',
    'http://8.8.8.8/a',
  ]) {
    assert.equal(refusalOf(link), null, link);
  }
  assert.equal(refusalOf('http://localhost:3000/a', ['127.0.0.0/8']), null);
});
