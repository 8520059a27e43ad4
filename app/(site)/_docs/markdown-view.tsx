// Our own markdown as elements: nothing in it can become HTML of its own.
import { Fragment, type ReactNode } from 'react';
import type { Block, CodeBlock, Inline } from '../../../server/pages/markdown/markdown-tree.ts';
import { parseInline } from '../../../server/pages/markdown/parse-inline.ts';
import { CodeTabs } from './code-tabs.tsx';
import styles from './markdown-view.module.css';

function InlineView({ inlines }: { inlines: readonly Inline[] }): ReactNode {
  return inlines.map((inline, index) => {
    const key = `${String(index)}${inline.kind}`;
    if (inline.kind === 'text') return <Fragment key={key}>{inline.text}</Fragment>;
    if (inline.kind === 'code') return <code key={key}>{inline.text}</code>;
    const children = <InlineView inlines={inline.children} />;
    if (inline.kind === 'strong') return <strong key={key}>{children}</strong>;
    if (inline.kind === 'emphasis') return <em key={key}>{children}</em>;
    return (
      <a key={key} href={inline.href}>
        {children}
      </a>
    );
  });
}

export const InlineText = ({ text }: { text: string }) => <InlineView inlines={parseInline(text)} />;

export function Heading({ level, id, children }: { level: number; id: string; children: ReactNode }) {
  const Tag = `h${String(level)}` as 'h1' | 'h2' | 'h3' | 'h4';
  return (
    <Tag id={id} className={styles['heading']}>
      {children}
      {level > 1 && (
        <a href={`#${id}`} className={styles['anchor']} aria-hidden="true" tabIndex={-1}>
          #
        </a>
      )}
    </Tag>
  );
}

/** May be wider than a phone: it scrolls by itself, and the keyboard reaches it. */
export function Table({
  head,
  rows,
}: {
  head: readonly ReactNode[];
  rows: readonly (readonly ReactNode[])[];
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling box must be reachable by keyboard
    <figure className={styles['table']} aria-label="Table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={index} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowIndex) => (
            <tr key={rowIndex}>
              {row.map((cell, index) => (
                <td key={index}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

function BlockView({ block }: { block: Exclude<Block, CodeBlock> }) {
  switch (block.kind) {
    case 'heading':
      return (
        <Heading level={block.level} id={block.id}>
          <InlineView inlines={block.children} />
        </Heading>
      );
    case 'paragraph':
      return (
        <p>
          <InlineView inlines={block.children} />
        </p>
      );
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item, index) => (
            <li key={index}>
              <MarkdownView blocks={item} />
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return (
        <Table
          head={block.head.map((cell, index) => (
            <InlineView key={index} inlines={cell} />
          ))}
          rows={block.rows.map((row) => row.map((cell, index) => <InlineView key={index} inlines={cell} />))}
        />
      );
    case 'quote':
      return (
        <blockquote>
          <MarkdownView blocks={block.children} />
        </blockquote>
      );
  }
}

/** Code in several languages, one block after the other, is one box with a tab for each. */
const gatherCode = (blocks: readonly Block[]): (Exclude<Block, CodeBlock> | CodeBlock[])[] => {
  const gathered: (Exclude<Block, CodeBlock> | CodeBlock[])[] = [];
  for (const block of blocks) {
    const last = gathered.at(-1);
    if (block.kind !== 'code') gathered.push(block);
    else if (Array.isArray(last) && block.label !== '' && last[0]?.label !== '') last.push(block);
    else gathered.push([block]);
  }
  return gathered;
};

export function MarkdownView({ blocks }: { blocks: readonly Block[] }): ReactNode {
  return gatherCode(blocks).map((block, index) =>
    Array.isArray(block) ? <CodeTabs key={index} blocks={block} /> : <BlockView key={index} block={block} />,
  );
}
