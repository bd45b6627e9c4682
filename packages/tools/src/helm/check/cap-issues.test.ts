import { expect, it } from 'vitest';
import { capIssues } from './cap-issues.ts';
import type { Issue } from '../issue.ts';

const toIssues = (check: string, count: number): readonly Issue[] =>
  Array.from({ length: count }, (_, index) => ({ severity: 'info', source: 'values', check, message: `${index}` }));

it('capIssues keeps all issues when no check has more than 500', () => {
  const issues = [...toIssues('a', 500), ...toIssues('b', 1)];
  expect(capIssues(issues)).toEqual(issues);
});

it('capIssues counts the issues of a check beyond 500 in one issue', () => {
  const capped = capIssues([...toIssues('a', 1_200), ...toIssues('b', 2)]);
  expect(capped).toHaveLength(503);
  expect(capped.at(-1)).toMatchObject({
    severity: 'info',
    source: 'values',
    check: 'a',
    message: '700 more issues of this check are not listed.',
  });
});
