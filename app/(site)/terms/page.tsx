// /terms
import type { Metadata } from 'next';
import { loadLegal } from '../../../server/pages/load-doc.ts';
import { LegalPage } from '../_docs/legal-page.tsx';

export async function generateMetadata(): Promise<Metadata> {
  const { title, description } = await loadLegal('terms');
  return { title, description };
}

export default async function TermsPage() {
  return <LegalPage doc={await loadLegal('terms')} />;
}
