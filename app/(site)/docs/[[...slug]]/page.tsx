// /docs and the guides below it.
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { loadGuide } from '../../../../server/pages/load-doc.ts';
import { plainText } from '../../../../server/pages/markdown/markdown-tree.ts';
import { DocsShell } from '../../_docs/docs-shell.tsx';
import { MarkdownView } from '../../_docs/markdown-view.tsx';

interface Props {
  params: Promise<{ slug?: string[] }>;
}

const load = async ({ params }: Props) => loadGuide((await params).slug ?? []);

export async function generateMetadata(props: Props): Promise<Metadata> {
  const doc = await load(props);
  return doc ? { title: doc.title, description: doc.description } : {};
}

export default async function GuidePage(props: Props) {
  const doc = await load(props);
  if (!doc) notFound();
  const headings = doc.blocks.flatMap((block) =>
    block.kind === 'heading' && block.level === 2 ? [{ id: block.id, title: plainText(block.children) }] : [],
  );
  return (
    <DocsShell navigation={doc.navigation} path={doc.path} headings={headings}>
      <MarkdownView blocks={doc.blocks} />
    </DocsShell>
  );
}
