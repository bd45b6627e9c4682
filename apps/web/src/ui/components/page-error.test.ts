import { expect, test } from 'vitest';
import { toPageError } from './page-error.ts';

test.each([
  'Failed to fetch dynamically imported module: http://localhost/assets/a.js',
  'error loading dynamically imported module: http://localhost/assets/a.js',
  'Importing a module script failed.',
])('asks to reload after "%s"', (message) => {
  expect(toPageError(new TypeError(message)).message).toContain('Reload the page');
});

test('does not show what else was thrown', () => {
  expect(toPageError(new TypeError('x is not a function')).message).toBe('This page could not be shown.');
});
