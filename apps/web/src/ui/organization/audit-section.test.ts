import { expect, test } from 'vitest';
import { describeDetails, describeOrigin } from './audit-section.tsx';

test.each([
  ['session', '::ffff:192.0.2.1', 'browser, 192.0.2.1'],
  ['extension_token', '::1', 'API token, ::1'],
  ['job', null, 'run'],
] as const)('describeOrigin of %s and %s returns %s', (via, remoteAddress, words) => {
  expect(describeOrigin({ via, remoteAddress })).toBe(words);
});

test('describeDetails writes details as words', () => {
  expect(describeDetails({ revisionNumber: 3, byItself: true, branch: 'main', paths: ['a', 'b'] })).toBe(
    'revision number 3, by itself true, branch main, paths a, b',
  );
  const limits = { organization: { day: { tokens: null }, month: { tokens: 1_000_000, costUsd: 0.5 } }, user: {} };
  expect(describeDetails(limits)).toBe('organization month tokens 1,000,000, organization month cost usd 0.5');
  expect(describeDetails({})).toBe('');
});
