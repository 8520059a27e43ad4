// Pricing: the plans, the credits, and the way to more where the operator offers one.
import type { Metadata } from 'next';
import { pageSession } from '../../../server/auth/page-session.ts';
import { planOffer } from '../../../server/pages/plan-offer.ts';
import { ButtonLink } from '../../_ui/button.tsx';
import { Card } from '../../_ui/card.tsx';
import { SiteShell } from '../_site/site-shell.tsx';
import styles from './pricing.module.css';

export const metadata: Metadata = { title: 'Pricing' };

export default async function PricingPage() {
  const session = await pageSession();
  const offer = await planOffer();
  const rows: [string, string, string][] = [
    ['Songs a month', String(offer.freeSplits), String(offer.proSplits)],
    ['Vocal Remover, Basic Split', 'yes', 'yes'],
    ['Full Separation (six parts)', 'one credit a song', 'yes'],
    ['MP3 parts and previews', 'yes', 'yes'],
    ['WAV parts, all parts as ZIP', 'no', 'yes'],
    ['Setlists behind one link', 'no', 'yes'],
    ['API, MCP and agent endpoint', 'yes', 'yes'],
  ];
  return (
    <SiteShell signedIn={session !== null}>
      <div className={styles['pricing']}>
        <h1>Pricing</h1>
        <p className={styles['lead']}>
          A credit covers a song past the monthly number, or a Full Separation on the Free plan. A song that
          fails costs nothing.
        </p>
        <Card>
          <table className={styles['table']}>
            <thead>
              <tr>
                <th scope="col">What you get</th>
                <th scope="col">Free</th>
                <th scope="col">Pro</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(([name, free, pro]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{free}</td>
                  <td>{pro}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
        {offer.checkoutUrl ? (
          <ButtonLink href={offer.checkoutUrl} look="primary">
            Get Pro or credits
          </ButtonLink>
        ) : (
          <p className={styles['lead']}>
            This is a self-hosted Partbook: its operator puts accounts on Pro and adds credits. Ask them.
          </p>
        )}
      </div>
    </SiteShell>
  );
}
