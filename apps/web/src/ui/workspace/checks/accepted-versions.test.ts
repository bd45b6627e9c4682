import { versionOf } from '@shipmate/domain/workspace';
import type { FileView } from '@shipmate/protocol/web/workspace';
import { expect, test } from 'vitest';
import { acceptedVersions, changedSinceChecks } from './accepted-versions.ts';

function file(path: string, change: Partial<FileView> = {}): FileView {
  return {
    id: `id-of-${path}`,
    chartId: null,
    path,
    content: 'a: 1\n',
    contentPending: null,
    pendingOp: null,
    pendingPath: null,
    additions: 0,
    deletions: 0,
    version: '',
    hunks: [],
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

test('acceptedVersions lists a file with its pending version', () => {
  const versions = acceptedVersions([
    file('a.yaml'),
    file('b.yaml', { pendingOp: 'modify', contentPending: 'b: 2\n' }),
    file('c.yaml', { pendingOp: 'rename', pendingPath: 'd.yaml', contentPending: 'a: 1\n' }),
    file('e.yaml', { pendingOp: 'delete' }),
    file('f.yaml', { pendingOp: 'create', content: '', contentPending: '' }),
  ]);
  expect([...versions.keys()]).toEqual(['a.yaml', 'b.yaml', 'd.yaml', 'f.yaml']);
  const accepted = { id: '', chartId: null, path: 'b.yaml', content: 'b: 2\n', pending: null };
  expect(versions.get('b.yaml')).toBe(versionOf(accepted));
});

test('changedSinceChecks ignores acceptance, and reports edits, deletions and creations', () => {
  const before = acceptedVersions([file('a.yaml', { pendingOp: 'modify', contentPending: 'b: 2\n' }), file('b.yaml')]);
  const accepted = acceptedVersions([file('a.yaml', { content: 'b: 2\n' }), file('b.yaml')]);
  expect(changedSinceChecks(checks(before), accepted)).toEqual([]);

  const later = acceptedVersions([file('a.yaml'), file('b.yaml', { pendingOp: 'delete' }), file('c.yaml')]);
  expect(changedSinceChecks(checks(before), later)).toEqual(['a.yaml', 'b.yaml', 'c.yaml']);
});
