// The parts that our own markdown is made of.
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong'; children: Inline[] }
  | { kind: 'emphasis'; children: Inline[] }
  | { kind: 'link'; href: string; children: Inline[] };

export type CodeBlock = { kind: 'code'; language: string; label: string; text: string };

export type Block =
  | { kind: 'heading'; level: number; id: string; children: Inline[] }
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Block[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'quote'; children: Block[] }
  | CodeBlock;

export const plainText = (inlines: readonly Inline[]): string =>
  inlines.map((inline) => ('text' in inline ? inline.text : plainText(inline.children))).join('');
