import { expect, test } from 'vitest';
import { describeDetails, describeOrigin } from './audit-words.ts';

test.each([
  ['session', '::ffff:192.0.2.1', 'browser, 192.0.2.1'],
  ['extension_token', '::1', 'API token, ::1'],
  ['job', null, 'run'],
] as const)('%s and %s are %s', (via, remoteAddress, words) => {
  expect(describeOrigin({ via, remoteAddress })).toBe(words);
});

test('details are said in words', () => {
  expect(describeDetails({ revisionNumber: 3, byItself: true, branch: 'main', paths: ['a'] })).toBe(
    'revision number 3, by itself true, branch main, paths ["a"]',
  );
  expect(describeDetails({})).toBe('');
});
