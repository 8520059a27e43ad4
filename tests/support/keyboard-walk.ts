// A page gone through by Tab alone: which controls it does not reach, and which do not show that they have the focus.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

export type WalkFaults = { unreached: string[]; unseen: string[] };

/** More than any page has; a walk that does not come round is a fault of its own. */
const mostSteps = 400;

const inPage = () => {
  const walk = {
    seen: new Set<Element>(),
    unseen: [] as string[],
    nameOf: (element: Element): string =>
      `<${element.localName}> ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 60) ?? ''}`,
    isVisible: (element: Element): boolean =>
      element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
      element.getClientRects().length > 0,
    showsFocus: (element: Element): boolean => {
      const drawn = (one: Element): boolean => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
        return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
      };
      // A field may leave the ring to what stands around it.
      return (
        drawn(element) ||
        [...document.querySelectorAll(':focus-within, :has(+ :focus), :focus + *')].some(drawn)
      );
    },
    /** True when the focus has come round. */
    note: (): boolean => {
      const element = document.activeElement;
      if (!element || element === document.body) return walk.seen.size > 0;
      if (walk.seen.has(element)) return true;
      walk.seen.add(element);
      if (!walk.showsFocus(element)) walk.unseen.push(walk.nameOf(element));
      return false;
    },
    unreached: (): string[] => {
      const controls =
        'a[href], button, input:not([type=hidden]), select, textarea, summary, [contenteditable=true], ' +
        '[role=button], [role=slider], [role=switch], [role=checkbox], [role=tab]';
      // Of radio buttons and of tabs Tab reaches one, and arrows the others.
      const setOf = (element: Element): unknown =>
        element instanceof HTMLInputElement && element.type === 'radio'
          ? element.name
          : element.closest('[role=tablist]');
      const reachedSets = new Set<unknown>([...walk.seen].map(setOf).filter((set) => set !== null));
      const isRoved = (element: Element): boolean => reachedSets.has(setOf(element));
      return [...document.querySelectorAll(controls)]
        .filter(
          (element) => walk.isVisible(element) && !element.matches(':disabled') && !walk.seen.has(element),
        )
        .filter((element) => !isRoved(element))
        .map(walk.nameOf);
    },
  };
  Object.assign(globalThis, { walk });
};

type Walk = { walk: { note: () => boolean; unreached: () => string[]; unseen: string[] } };

/** Begins where the page begins and presses Tab until the focus comes round. */
export const walkByTab = async (page: Page): Promise<WalkFaults> => {
  // The loader that runs the tests names functions by a helper of its own, which the page lacks.
  await page.evaluate('globalThis.__name = (value) => value');
  await page.evaluate(inPage);
  for (let step = 0; step < mostSteps; step += 1) {
    await page.keyboard.press('Tab');
    if (!(await page.evaluate(() => (globalThis as unknown as Walk).walk.note()))) continue;
    return page.evaluate(() => {
      const { walk } = globalThis as unknown as Walk;
      return { unreached: walk.unreached(), unseen: walk.unseen };
    });
  }
  assert.fail(`the focus does not come round in ${String(mostSteps)} steps`);
};

const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element === document.body) return '';
    const label = element?.closest('label') ?? document.querySelector(`label[for="${element?.id ?? ''}"]`);
    return (
      element?.getAttribute('aria-label') ??
      `${label?.textContent ?? ''} ${element?.textContent ?? ''}`.trim()
    );
  });

/** Goes on by Tab until the element with this name has the focus. */
export const tabTo = async (page: Page, name: RegExp): Promise<void> => {
  for (let step = 0; step < mostSteps; step += 1) {
    await page.keyboard.press('Tab');
    if (name.test(await focusedName(page))) return;
  }
  assert.fail(`${String(name)} is not reached by Tab`);
};

/** The same, and Enter there. */
export const pressByKey = async (page: Page, name: RegExp): Promise<void> => {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
};

/** A page that the server has drawn answers to keys once React has taken it over. */
export const untilAlive = async (page: Page): Promise<void> => {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('button, main a')].some((one) =>
      Object.keys(one).some((name) => name.startsWith('__reactProps')),
    ),
  );
};
