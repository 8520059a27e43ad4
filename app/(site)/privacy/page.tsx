// /privacy
import type { Metadata } from 'next';
import { loadLegal } from '../../../server/pages/load-doc.ts';
import { LegalPage } from '../_docs/legal-page.tsx';

export async function generateMetadata(): Promise<Metadata> {
  const { title, description } = await loadLegal('privacy');
  return { title, description };
}

export default async function PrivacyPage() {
  return <LegalPage doc={await loadLegal('privacy')} />;
}
