import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** A script for the page: colors in the middle of a transition have no contrast that a person would see. */
const waitForTransitions = `Promise.allSettled(
  document.getAnimations().filter((each) => each instanceof CSSTransition).map((each) => each.finished)
).then(() => undefined)`;

/** A script for the page, none of which has frames of other origins. */
const findViolations = `axe.run(document, { resultTypes: ['violations'], preload: false }).then(({ violations }) => violations)`;

let axe: Promise<string> | undefined;

/** Expects that axe finds no serious or critical violation on the page, once its transitions have ended. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(waitForTransitions);
  // A page takes about as long to read axe's 650 KB as to run it, so that it reads them once.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(await readAxe());
  const violations = await page.evaluate<AxeResults['violations']>(findViolations);
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual([]);
}

function readAxe(): Promise<string> {
  axe ??= readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
  return axe;
}
