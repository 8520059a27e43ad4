// Reads markdown into blocks: the part of CommonMark and of GitHub's tables that our own pages use, and no HTML.
import { type Block, type Inline, plainText } from './markdown-tree.ts';
import { parseInline } from './parse-inline.ts';

type Read = { block: Block | null; next: number };
type Reader = (lines: readonly string[], at: number, ids: Set<string>) => Read | null;

/** GitHub's way: what people already link to. */
const headingId = (text: string, ids: Set<string>): string => {
  const slug =
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '') || 'section';
  let id = slug;
  for (let n = 2; ids.has(id); n += 1) id = `${slug}-${n}`;
  ids.add(id);
  return id;
};

const readBlank: Reader = (lines, at) =>
  (lines[at] ?? '').trim() === '' ? { block: null, next: at + 1 } : null;

const readHeading: Reader = (lines, at, ids) => {
  const match = /^(#{1,6}) +(.+?)\s*$/.exec(lines[at] ?? '');
  if (!match) return null;
  const children = parseInline(match[2] ?? '');
  const level = (match[1] ?? '').length;
  return {
    block: { kind: 'heading', level, id: headingId(plainText(children), ids), children },
    next: at + 1,
  };
};

/** What follows the language names the block: ```ts TypeScript */
const readCode: Reader = (lines, at) => {
  const open = /^(`{3,})(\S*) *(.*)$/.exec(lines[at] ?? '');
  if (!open) return null;
  const [, fence = '', language = '', label = ''] = open;
  let end = at + 1;
  while (end < lines.length && lines[end] !== fence) end += 1;
  const text = lines.slice(at + 1, end).join('\n');
  return { block: { kind: 'code', language, label: label.trim(), text }, next: end + 1 };
};

const cellsOf = (line: string): Inline[][] =>
  line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => parseInline(cell.trim()));

const readTable: Reader = (lines, at) => {
  if (!(lines[at] ?? '').startsWith('|') || !/^\|[\s:|-]+\|\s*$/.test(lines[at + 1] ?? '')) return null;
  let end = at + 2;
  while ((lines[end] ?? '').startsWith('|')) end += 1;
  const rows = lines.slice(at + 2, end).map(cellsOf);
  return { block: { kind: 'table', head: cellsOf(lines[at] ?? ''), rows }, next: end };
};

const readQuote: Reader = (lines, at, ids) => {
  let end = at;
  while ((lines[end] ?? '').startsWith('>')) end += 1;
  if (end === at) return null;
  const inner = lines.slice(at, end).map((line) => line.replace(/^> ?/, ''));
  return { block: { kind: 'quote', children: parseBlocks(inner, ids) }, next: end };
};

const marker = /^( {0,3})([-*]|\d+[.])( +)(?=\S)/;

const readItem = (lines: readonly string[], at: number): { inner: string[]; next: number } => {
  const width = marker.exec(lines[at] ?? '')?.[0].length ?? 2;
  const inner = [(lines[at] ?? '').slice(width)];
  let next = at + 1;
  for (; next < lines.length; next += 1) {
    const line = lines[next] ?? '';
    const isInside = line.startsWith(' '.repeat(width));
    const isBlankInside = line.trim() === '' && (lines[next + 1] ?? '').startsWith(' '.repeat(width));
    const isLazy = line.trim() !== '' && !marker.test(line) && (lines[next - 1] ?? '').trim() !== '';
    if (!isInside && !isBlankInside && !isLazy) break;
    inner.push(isInside ? line.slice(width) : line.trimStart());
  }
  return { inner, next };
};

const readList: Reader = (lines, at, ids) => {
  const first = marker.exec(lines[at] ?? '');
  if (!first) return null;
  const isOrdered = (line: string): boolean => /\d/.test(marker.exec(line)?.[2] ?? '');
  const ordered = isOrdered(lines[at] ?? '');
  const items: Block[][] = [];
  let next = at;
  while (marker.test(lines[next] ?? '') && isOrdered(lines[next] ?? '') === ordered) {
    const item = readItem(lines, next);
    items.push(parseBlocks(item.inner, ids));
    next = item.next;
    while ((lines[next] ?? '').trim() === '' && marker.test(lines[next + 1] ?? '')) next += 1;
  }
  return { block: { kind: 'list', ordered, items }, next };
};

const starters: readonly Reader[] = [readBlank, readHeading, readCode, readTable, readQuote, readList];

const readParagraph = (lines: readonly string[], at: number): Read => {
  let end = at + 1;
  const isOpen = (line: string): boolean => line.trim() !== '' && !/^(#{1,6} |```|\||>)/.test(line);
  while (end < lines.length && isOpen(lines[end] ?? '') && !marker.test(lines[end] ?? '')) end += 1;
  const text = lines
    .slice(at, end)
    .map((line) => line.trim())
    .join(' ');
  return { block: { kind: 'paragraph', children: parseInline(text) }, next: end };
};

const parseBlocks = (lines: readonly string[], ids: Set<string>): Block[] => {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    let read: Read | null = null;
    for (const reader of starters) read ??= reader(lines, at, ids);
    read ??= readParagraph(lines, at);
    if (read.block) blocks.push(read.block);
    at = read.next;
  }
  return blocks;
};

export const parseMarkdown = (text: string): Block[] => parseBlocks(text.split(/\r?\n/), new Set());
