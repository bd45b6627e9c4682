import { expect, test } from 'vitest';
import { toPageError } from './error-boundary.tsx';

test.each([
  'Failed to fetch dynamically imported module: http://localhost/assets/a.js',
  'error loading dynamically imported module: http://localhost/assets/a.js',
  'Importing a module script failed.',
])('toPageError advises a reload after "%s"', (message) => {
  expect(toPageError(new TypeError(message)).message).toContain('Reload the page');
});

test('toPageError hides the message of any other error', () => {
  expect(toPageError(new TypeError('x is not a function')).message).toBe('This page could not be shown.');
});
