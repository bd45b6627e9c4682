import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import { acceptPending, rejectPending, toPending } from './pending-rules.ts';
import { effectiveContent, type PendingChange, type WorkspaceFile } from './workspace-file.ts';

function file(path: string, content: string, pending: PendingChange | null = null): WorkspaceFile {
  return { id: newId(), chartId: null, path, content, pending };
}

const content = fc.constantFrom('', 'a', 'b');
const pendingChange = (path: string): fc.Arbitrary<PendingChange | null> =>
  fc.oneof(
    fc.constant(null),
    fc.record({ op: fc.constant('create' as const), content }),
    fc.record({ op: fc.constant('modify' as const), content }),
    fc.record({ op: fc.constant('delete' as const) }),
    fc.record(
      { op: fc.constant('rename' as const), path: fc.constant(`moved/${path}`), content },
      { requiredKeys: ['op', 'path'] },
    ),
  );
const fileAt = (path: string): fc.Arbitrary<WorkspaceFile> =>
  fc
    .tuple(content, pendingChange(path))
    .map(([accepted, pending]) => file(path, pending?.op === 'create' ? '' : accepted, pending));
const files = fc
  .uniqueArray(fc.constantFrom('a.yaml', 'b.yaml', 'c/d.yaml', 'e.tpl', 'f.md'))
  .chain((paths) => fc.tuple(...paths.map(fileAt)));
const changedFiles = files.filter((list) => list.some(({ pending }) => pending !== null));

const isPending = (candidate: WorkspaceFile): boolean => candidate.pending !== null;
const pendingPaths = (list: readonly WorkspaceFile[]): string[] => list.filter(isPending).map(({ path }) => path);

describe('acceptPending', () => {
  it.each<[string, WorkspaceFile, Partial<WorkspaceFile> | undefined]>([
    ['a creation', file('a', '', { op: 'create', content: 'new' }), { path: 'a', content: 'new' }],
    ['an empty creation', file('a', '', { op: 'create', content: '' }), { path: 'a', content: '' }],
    ['a modification', file('a', 'old', { op: 'modify', content: 'new' }), { path: 'a', content: 'new' }],
    ['a modification to nothing', file('a', 'old', { op: 'modify', content: '' }), { path: 'a', content: '' }],
    ['a deletion', file('a', 'old', { op: 'delete' }), undefined],
    ['a rename', file('a', 'old', { op: 'rename', path: 'b' }), { path: 'b', content: 'old' }],
    ['a rename with content', file('a', 'old', { op: 'rename', path: 'b', content: '' }), { path: 'b', content: '' }],
  ])('applies %s', (_, before, after) => {
    expect(acceptPending([before], 'all')).toEqual(after ? [{ ...before, ...after, pending: null }] : []);
  });

  it('leaves nothing pending, and every file with the content that was pending', () => {
    fc.assert(
      fc.property(changedFiles, (before) => {
        const after = new Map(acceptPending(before, 'all').map((accepted) => [accepted.id, accepted]));
        for (const candidate of before) {
          expect(after.get(candidate.id)?.content).toBe(effectiveContent(candidate));
          expect(after.get(candidate.id)?.pending ?? null).toBeNull();
        }
      }),
    );
  });

  it('leaves unselected changes pending', () => {
    fc.assert(
      fc.property(changedFiles, (before) => {
        const [selected = ''] = pendingPaths(before);
        const others = before.filter(({ path }) => path !== selected);
        expect(acceptPending(before, [selected])).toEqual(expect.arrayContaining(others));
      }),
    );
  });

  it('returns the same files one by one, in any order, as all at once', () => {
    fc.assert(
      fc.property(
        changedFiles.chain((before) => {
          const paths = pendingPaths(before);
          return fc.tuple(fc.constant(before), fc.shuffledSubarray(paths, { minLength: paths.length }));
        }),
        ([before, order]) => {
          const oneByOne = order.reduce<readonly WorkspaceFile[]>((list, path) => acceptPending(list, [path]), before);
          expect(oneByOne).toEqual(acceptPending(before, 'all'));
        },
      ),
    );
  });
});

describe('rejectPending', () => {
  it('restores the accepted content and removes new files', () => {
    fc.assert(
      fc.property(changedFiles, (before) => {
        const kept = before.filter(({ pending }) => pending?.op !== 'create');
        expect(rejectPending(before, 'all')).toEqual(kept.map((candidate) => ({ ...candidate, pending: null })));
      }),
    );
  });

  it('leaves unselected changes pending', () => {
    const kept = file('b', 'old', { op: 'delete' });
    expect(rejectPending([file('a', '', { op: 'create', content: 'new' }), kept], ['a'])).toEqual([kept]);
  });
});

describe.each([{ decide: acceptPending }, { decide: rejectPending }])('$decide.name', ({ decide }) => {
  it('refuses when nothing is pending', () => {
    expect(() => decide([file('a', 'a')], 'all')).toThrow(expect.objectContaining({ code: 'CONFLICT' }));
  });

  it.each([['a'], ['nowhere']])('refuses a path without pending changes: %s', (path) => {
    const list = [file('a', 'a'), file('b', 'b', { op: 'delete' })];
    expect(() => decide(list, ['b', path])).toThrow(
      expect.objectContaining({ code: 'CONFLICT', details: { paths: [path] } }),
    );
  });
});

describe('toPending', () => {
  it('returns the change that gives a file the content', () => {
    fc.assert(
      fc.property(fileAt('a'), content, (before, next) => {
        expect(effectiveContent({ ...before, pending: toPending(before, next) })).toBe(next);
      }),
    );
  });

  const created = file('a', '', { op: 'create', content: 'x' });
  const deleted = file('a', 'old', { op: 'delete' });
  const moved = file('a', 'old', { op: 'rename', path: 'b' });

  it.each<[WorkspaceFile, string, PendingChange | null]>([
    [file('a', 'old'), 'old', null],
    [file('a', 'old', { op: 'modify', content: 'new' }), 'old', null],
    [file('a', 'old'), '', { op: 'modify', content: '' }],
    [deleted, 'old', null],
    [deleted, 'new', { op: 'modify', content: 'new' }],
    [created, '', { op: 'create', content: '' }],
    [moved, 'new', { op: 'rename', path: 'b', content: 'new' }],
    [moved, 'old', { op: 'rename', path: 'b' }],
  ])('of %o and the content "%s" returns %o', (before, next, pending) => {
    expect(toPending(before, next)).toEqual(pending);
  });
});
