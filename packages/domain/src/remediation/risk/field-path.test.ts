import { expect, it } from 'vitest';
import { describePath, shorten } from './field-path.ts';

it('shorten truncates a text of more than 80 characters', () => {
  expect(shorten('x'.repeat(80))).toBe('x'.repeat(80));
  expect(shorten('x'.repeat(81))).toBe(`${'x'.repeat(80)}…`);
});

it('describePath truncates a path of more than 160 characters', () => {
  expect(describePath(['x'.repeat(160)])).toBe('x'.repeat(160));
  expect(describePath(['x'.repeat(161)])).toBe(`${'x'.repeat(160)}…`);
});
