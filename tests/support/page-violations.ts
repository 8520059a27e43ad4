// What axe finds wrong with a page, one line per place.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

interface AxeWindow {
  axe: {
    run: () => Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
  };
}

export async function pageViolations(page: Page): Promise<string[]> {
  // Evaluated by the debugger, so the page's policy does not apply to it.
  await page.evaluate(axe);
  return page.evaluate(async () => {
    // Half-way through a change of theme, colours are those of neither.
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
    const { violations } = await (globalThis as unknown as AxeWindow).axe.run();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    );
  });
}
