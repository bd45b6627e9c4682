import type { Issue, ValidationReport } from '@shipmate/tools/helm';
import { expect, it } from 'vitest';
import { findNewErrors } from './fix-charts.ts';

const issue: Issue = {
  severity: 'error',
  source: 'template',
  check: 'template-error',
  message: 'at line 3: x',
  file: 'a.yaml',
};
const report = (...issues: Issue[]): ValidationReport => ({
  overallStatus: 'fail',
  results: {} as ValidationReport['results'],
  issues,
  omittedIssues: 0,
  kubernetesVersion: '1.32.1',
});

it.each<[what: string, now: Issue, isNew: boolean]>([
  ['the same', issue, false],
  ['the same on another line', { ...issue, line: 9, message: 'at line 9: x' }, false],
  ['one of another file', { ...issue, file: 'b.yaml' }, true],
  ['one of another resource', { ...issue, resource: 'Deployment/web' }, true],
  ['another message', { ...issue, message: 'at line 3: y' }, true],
  ['a warning', { ...issue, file: 'b.yaml', severity: 'warning' }, false],
])('findNewErrors decides whether %s is new', (_, now, isNew) => {
  expect(findNewErrors(report(now), report(issue))).toEqual(isNew ? [now] : []);
});
