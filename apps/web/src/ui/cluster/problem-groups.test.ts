import { expect, test } from 'vitest';
import { filterGroups, groupProblems, severities, type ProblemView } from './problem-groups.ts';

const web = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', namespace: 'shop' };
const node = { apiVersion: 'v1', kind: 'Node', name: 'a' };

function problem(severity: ProblemView['severity'], root: ProblemView['root'], reason = 'Odd'): ProblemView {
  return { severity, reason, object: root, root, message: '', evidence: [], isSymptom: false, next: '', alike: [] };
}

const groups = groupProblems([
  problem('warning', web, 'NotReady'),
  problem('info', node),
  problem('critical', web, 'Unavailable'),
]);

test('groupProblems groups problems of one object under their worst severity', () => {
  expect(groups.map(({ root, severity, problems }) => [root.name, severity, problems.length])).toEqual([
    ['web', 'critical', 2],
    ['a', 'info', 1],
  ]);
});

test.each([
  [{ namespace: '', severities: new Set(severities) }, ['web', 'a']],
  [{ namespace: 'shop', severities: new Set(severities) }, ['web']],
  [{ namespace: '', severities: new Set(['info'] as const) }, ['a']],
  [{ namespace: 'other', severities: new Set(severities) }, []],
])('filterGroups with %o keeps %j', (filter, names) => {
  expect(filterGroups(groups, filter).map(({ root }) => root.name)).toEqual(names);
});
