// What a page animates for longer than the eye can see: for whoever asked for less motion it must be nothing.
import type { Page } from 'playwright-core';

/** Every style that asks for more than 10 ms of animation or transition, by its element, and animations that run. */
export const movingParts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const styled = [...document.querySelectorAll('body *')].flatMap((element) =>
      ['', '::before', '::after'].flatMap((pseudo) => {
        const { animationName, animationDuration, transitionDuration } = getComputedStyle(element, pseudo);
        const animated = animationName === 'none' ? [] : animationDuration.split(',');
        const longest = Math.max(0, ...[...animated, ...transitionDuration.split(',')].map(parseFloat));
        return longest > 0.01 ? [`${element.outerHTML.slice(0, 80)}${pseudo} ${String(longest)} s`] : [];
      }),
    );
    const running = document.getAnimations().flatMap(({ effect }) => {
      const { duration, iterations } = effect?.getComputedTiming() ?? {};
      return Number(duration) > 10 || iterations === Infinity ? ['an animation without end'] : [];
    });
    return [...styled, ...running];
  });
