import type { FileSummary } from '@shipmate/protocol/web/workspace';
import { expect, test } from 'vitest';
import { acceptedVersions } from './accepted-versions.ts';

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

test('acceptedVersions lists a file with its pending version', () => {
  const versions = acceptedVersions([
    file('a.yaml'),
    file('b.yaml', { pendingOp: 'modify', version: 'a to b', acceptedVersion: 'b' }),
    file('c.yaml', { pendingOp: 'rename', pendingPath: 'd.yaml', version: 'c to d', acceptedVersion: 'd' }),
    file('e.yaml', { pendingOp: 'delete', version: 'no e' }),
    file('f.yaml', { pendingOp: 'create', version: 'new f', acceptedVersion: 'f' }),
  ]);
  expect(Object.fromEntries(versions)).toEqual({ 'a.yaml': 'a', 'b.yaml': 'b', 'd.yaml': 'd', 'f.yaml': 'f' });
});
