import { expect, it } from 'vitest';
import { matchesSelector } from './matches-selector.ts';

const labels = { app: 'web', tier: 'front' };
const expression = (key: string, operator: string, ...values: readonly string[]) => ({
  matchExpressions: [{ key, operator, values }],
});

it.each<[selector: object, matches: boolean]>([
  [{}, true],
  [{ matchLabels: { app: 'web' } }, true],
  [{ matchLabels: { app: 'api' } }, false],
  [{ matchLabels: { app: 'web', zone: 'a' } }, false],
  [{ matchLabels: { toString: 'web' } }, false],
  [expression('app', 'In', 'api', 'web'), true],
  [expression('app', 'In', 'api'), false],
  [expression('zone', 'In', 'a'), false],
  [expression('app', 'NotIn', 'api'), true],
  [expression('app', 'NotIn', 'web'), false],
  [expression('zone', 'NotIn', 'a'), true],
  [expression('app', 'Exists'), true],
  [expression('zone', 'Exists'), false],
  [expression('app', 'DoesNotExist'), false],
  [expression('zone', 'DoesNotExist'), true],
  [expression('app', 'Matches', 'web'), false],
  [{ matchExpressions: [{ operator: 'Exists' }] }, false],
  [{ matchLabels: { app: 'web' }, ...expression('tier', 'In', 'back') }, false],
])('matchesSelector of %j returns %s', (selector, matches) => {
  expect(matchesSelector(selector as Record<string, unknown>, labels)).toBe(matches);
});
