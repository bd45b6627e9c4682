import type { FileSummary } from '@shipmate/protocol/web/workspace';
import { expect, test } from 'vitest';
import { acceptedVersions } from '../../files/accepted-versions.ts';
import { changedSinceChecks } from './changed-since-checks.ts';

function file(path: string, change: Partial<FileSummary> = {}): FileSummary {
  return {
    id: `id-of-${path}`,
    chartId: null,
    path,
    bytes: 5,
    version: 'a',
    acceptedVersion: null,
    pendingOp: null,
    pendingPath: null,
    additions: 0,
    deletions: 0,
    ...change,
  };
}

const checks = (versions: ReadonlyMap<string, string>) => ({
  overallStatus: 'pass' as const,
  results: {},
  issues: [],
  omittedIssues: 0,
  kubernetesVersion: '1.32.1',
  versions: Object.fromEntries(versions),
});

test('changedSinceChecks ignores acceptance, and reports edits, deletions and creations', () => {
  const changed = file('a.yaml', { pendingOp: 'modify', version: 'a to b', acceptedVersion: 'b' });
  const before = acceptedVersions([changed, file('b.yaml')]);
  const accepted = acceptedVersions([file('a.yaml', { version: 'b' }), file('b.yaml')]);
  expect(changedSinceChecks(checks(before), accepted)).toEqual([]);

  const later = acceptedVersions([file('a.yaml'), file('b.yaml', { pendingOp: 'delete' }), file('c.yaml')]);
  expect(changedSinceChecks(checks(before), later)).toEqual(['a.yaml', 'b.yaml', 'c.yaml']);
});
