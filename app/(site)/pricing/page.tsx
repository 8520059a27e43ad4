// Pricing: the plans, the credits, and the way to more where the operator offers one.
import type { Metadata } from 'next';
import { pageSession } from '../../../server/auth/page-session.ts';
import { creditWords, planRows, upgradeWords } from '../../../server/pages/plan-offer.ts';
import { siteFacts } from '../../../server/pages/site-facts.ts';
import { ButtonLink } from '../../_ui/button.tsx';
import { Card } from '../../_ui/card.tsx';
import { SiteShell } from '../_site/site-shell.tsx';
import styles from './pricing.module.css';

export const metadata: Metadata = { title: 'Pricing', description: creditWords };

export default async function PricingPage() {
  const session = await pageSession();
  const facts = await siteFacts();
  return (
    <SiteShell signedIn={session !== null} current="/pricing">
      <div className={styles['pricing']}>
        <h1>Pricing</h1>
        <p className={styles['lead']}>{creditWords}</p>
        <div className={styles['plans']}>
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
                {planRows(facts).map(([name, free, pro]) => (
                  <tr key={name}>
                    <th scope="row">{name}</th>
                    <td>{free}</td>
                    <td>{pro}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Card>
        </div>
        {facts.checkoutUrl ? (
          <ButtonLink href={facts.checkoutUrl} look="primary">
            Get Pro or credits
          </ButtonLink>
        ) : (
          <p className={styles['lead']}>{upgradeWords}</p>
        )}
      </div>
    </SiteShell>
  );
}
