// A box of code with a button that copies it; with several languages, a tab for each, chosen once for the whole page.
'use client';
import { type KeyboardEvent, useId, useSyncExternalStore } from 'react';
import type { CodeBlock } from '../../../server/pages/markdown/markdown-tree.ts';
import { IconButton } from '../../_ui/button.tsx';
import { useToast } from '../../_ui/toast.tsx';
import styles from './code-tabs.module.css';

let chosen = '';
const listeners = new Set<() => void>();

const choose = (label: string): void => {
  chosen = label;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

type Code = Pick<CodeBlock, 'label' | 'text'>;

function Tabs({ blocks, shown, id }: { blocks: readonly Code[]; shown: Code; id: string }) {
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = blocks.at((blocks.indexOf(shown) + step) % blocks.length);
    if (!next) return;
    choose(next.label);
    const tabs = [...event.currentTarget.children];
    const tab = tabs[blocks.indexOf(next)];
    if (tab instanceof HTMLElement) tab.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the tab that is chosen has the focus
    <div role="tablist" aria-label="Language" className={styles['tabs']} onKeyDown={move}>
      {blocks.map((block) => (
        <button
          key={block.label}
          type="button"
          role="tab"
          id={`${id}-${block.label}`}
          aria-selected={block === shown}
          aria-controls={`${id}-code`}
          tabIndex={block === shown ? 0 : -1}
          onClick={() => choose(block.label)}
        >
          {block.label}
        </button>
      ))}
    </div>
  );
}

export function CodeTabs({ blocks }: { blocks: readonly Code[] }) {
  const id = useId();
  const toast = useToast();
  const wanted = useSyncExternalStore(
    subscribe,
    () => chosen,
    () => '',
  );
  const shown = blocks.find(({ label }) => label === wanted) ?? blocks[0];
  if (!shown) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(shown.text);
      toast({ message: 'Copied.', tone: 'good' });
    } catch {
      toast({ message: 'This browser does not let a page copy. Select the text and copy it.' });
    }
  };
  const several = blocks.length > 1;
  return (
    <div className={styles['box']}>
      <div className={styles['bar']}>
        {several ? <Tabs blocks={blocks} shown={shown} id={id} /> : <span>{shown.label}</span>}
        <IconButton icon="copy" label="Copy the code" onClick={() => void copy()} />
      </div>
      <pre
        id={`${id}-code`}
        role={several ? 'tabpanel' : 'group'}
        aria-label={shown.label === '' ? 'Code' : `Code, ${shown.label}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling box must be reachable by keyboard
        tabIndex={0}
      >
        <code>{shown.text}</code>
      </pre>
    </div>
  );
}
