import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Expects each visible line number of the editor at the top of its line, once the editor has measured itself. */
export async function expectAlignedGutters(page: Page): Promise<void> {
  const lines = page.locator('.cm-line');
  const numbers = page.locator('.cm-lineNumbers .cm-gutterElement').filter({ hasText: /^\d+$/, visible: true });
  await lines.first().waitFor();
  await expect.poll(async () => difference(await tops(numbers), await tops(lines))).toEqual([]);
}

function tops(elements: Locator): Promise<readonly number[]> {
  return elements.evaluateAll((found) => found.map((element) => element.getBoundingClientRect().top));
}

/** Returns the positions that differ by more than a pixel. */
function difference(actual: readonly number[], expected: readonly number[]): readonly string[] {
  const length = Math.max(actual.length, expected.length);
  return Array.from({ length }, (_, index) => [actual[index] ?? NaN, expected[index] ?? NaN] as const)
    .filter(([top, lineTop]) => !(Math.abs(top - lineTop) <= 1))
    .map(([top, lineTop], index) => `mismatch ${index + 1}: the number is at ${top}, its line at ${lineTop}`);
}
