import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** A script for the page: colors in the middle of a transition have no contrast that a person would see. */
const waitForTransitions = `Promise.allSettled(
  document.getAnimations().filter((each) => each instanceof CSSTransition).map((each) => each.finished)
).then(() => undefined)`;

/** Expects that axe finds no serious or critical violation on the page, once its transitions have ended. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(waitForTransitions);
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'], preload: false });
  // No page has frames of other origins; without them, axe needs no second page and a third of the time.
  const { violations } = await axe.setLegacyMode(true).analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual([]);
}
