import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateTokens } from './estimate-tokens.ts';

test.each([
  { value: '', tokens: 0 },
  { value: 'replicaCount: 3', tokens: 5 },
  { value: '工作流程', tokens: 4 },
  { value: 'процесс', tokens: 3 },
  { value: 'электричество', tokens: 5 },
  { value: '\x7f'.repeat(13), tokens: 4 },
  { value: '\u2e80\u2e80', tokens: 2 },
  { value: { replicas: 3 }, tokens: 5 },
  { value: 12n, tokens: 2 },
  { value: undefined, tokens: 2 },
])('estimateTokens estimates $tokens tokens for $value', ({ value, tokens }) => {
  expect(estimateTokens(value)).toBe(tokens);
});

test('estimateTokens never estimates fewer tokens for a longer text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (start, rest) => {
      expect(estimateTokens(start + rest)).toBeGreaterThanOrEqual(estimateTokens(start));
    }),
  );
});
