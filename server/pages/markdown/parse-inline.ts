// Reads what stands inside a line: `code`, **strong**, *emphasis* and [links](/where), and a backslash before any sign.
import type { Inline } from './markdown-tree.ts';

const token =
  /\\(?<escaped>[\\`*_[\]<>|{}#!-])|(?<ticks>`+)(?<code>.+?)\k<ticks>(?!`)|\*\*(?<strong>.+?)\*\*(?!\*)|\*(?<emphasis>[^\s*](?:.*?[^\s*])?)\*|\[(?<label>(?:[^\][]|\[[^\]]*\])*)\]\((?<href>[^()\s]+)\)|<(?<auto>https?:[^\s<>]+)>/su;

const trimCode = (text: string): string => (/^ .*[^ ].* $/s.test(text) ? text.slice(1, -1) : text);

const inlineOf = (groups: Record<string, string | undefined>): Inline => {
  const { escaped, code, strong, emphasis, label, href, auto } = groups;
  if (code !== undefined) return { kind: 'code', text: trimCode(code) };
  if (strong !== undefined) return { kind: 'strong', children: parseInline(strong) };
  if (emphasis !== undefined) return { kind: 'emphasis', children: parseInline(emphasis) };
  if (href !== undefined) return { kind: 'link', href, children: parseInline(label ?? '') };
  if (auto !== undefined) return { kind: 'link', href: auto, children: [{ kind: 'text', text: auto }] };
  return { kind: 'text', text: escaped ?? '' };
};

const join = (inlines: readonly Inline[]): Inline[] => {
  const joined: Inline[] = [];
  for (const inline of inlines) {
    const last = joined.at(-1);
    if (inline.kind === 'text' && last?.kind === 'text') last.text += inline.text;
    else if (inline.kind !== 'text' || inline.text !== '') joined.push({ ...inline });
  }
  return joined;
};

export const parseInline = (text: string): Inline[] => {
  const inlines: Inline[] = [];
  let rest = text;
  for (;;) {
    const match = token.exec(rest);
    if (!match) break;
    inlines.push({ kind: 'text', text: rest.slice(0, match.index) }, inlineOf(match.groups ?? {}));
    rest = rest.slice(match.index + match[0].length);
  }
  return join([...inlines, { kind: 'text', text: rest }]);
};
