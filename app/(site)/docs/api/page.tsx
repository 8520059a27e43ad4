// /docs/api: the reference of every operation.
import type { Metadata } from 'next';
import { loadReference } from '../../../../server/pages/load-reference.ts';
import { DocsShell } from '../../_docs/docs-shell.tsx';
import { Heading, InlineText } from '../../_docs/markdown-view.tsx';

export const metadata: Metadata = {
  title: 'API reference',
  description: 'Every operation of the REST API, with parameters, answers, errors and samples.',
};

export default async function ApiReferencePage() {
  const { reference, intro, navigation } = await loadReference();
  return (
    <DocsShell navigation={navigation} path="/docs/api" headings={[]}>
      <h1>API reference</h1>
      <p>
        <InlineText text={intro} />
      </p>
      {reference.groups.map(({ name, words }) => (
        <section key={name}>
          <Heading level={2} id={name.toLowerCase()}>
            {name}
          </Heading>
          <p>{words}</p>
        </section>
      ))}
    </DocsShell>
  );
}
