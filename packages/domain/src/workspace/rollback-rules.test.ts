import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptedFiles } from './pending-rules.ts';
import { rollBack } from './rollback-rules.ts';
import type { PendingChange, WorkspaceFile } from './workspace-file.ts';

/** A file by its id, path and content. */
type Row = readonly [id: string, path: string, content: string];

function file([id, path, content]: Row, pending: PendingChange | null = null): WorkspaceFile {
  return { id, chartId: null, path, content, pending };
}
const charts = [{ id: 'top', name: 'web', root: '' }];

describe('rollBack', () => {
  const old = [file(['1', 'a', 'a0']), file(['2', 'b', 'b0']), file(['3', 'gone', ''], { op: 'create', content: 'x' })];

  it.each<[string, WorkspaceFile, WorkspaceFile]>([
    [
      'a change',
      file(['1', 'a', 'a9'], { op: 'modify', content: 'a8' }),
      file(['1', 'a', 'a0'], { op: 'modify', content: 'a8' }),
    ],
    ['a change to what was', file(['1', 'a', 'a9'], { op: 'modify', content: 'a0' }), file(['1', 'a', 'a0'])],
    [
      'a change after a move',
      file(['1', 'z', 'a9'], { op: 'modify', content: 'a8' }),
      file(['1', 'a', 'a0'], { op: 'modify', content: 'a8' }),
    ],
    [
      'a change of another file there',
      file(['9', 'a', 'a9'], { op: 'modify', content: 'a8' }),
      file(['1', 'a', 'a0'], { op: 'modify', content: 'a8' }),
    ],
    ['a deletion', file(['1', 'a', 'a9'], { op: 'delete' }), file(['1', 'a', 'a0'], { op: 'delete' })],
    [
      'a move',
      file(['1', 'a', 'a9'], { op: 'rename', path: 'm' }),
      file(['1', 'a', 'a0'], { op: 'rename', path: 'm', content: 'a9' }),
    ],
    ['a move to where it was', file(['1', 'z', 'a0'], { op: 'rename', path: 'a' }), file(['1', 'a', 'a0'])],
    [
      'a new file',
      file(['9', 'n', ''], { op: 'create', content: 'x' }),
      { ...file(['9', 'n', ''], { op: 'create', content: 'x' }), chartId: 'top' },
    ],
    [
      'a new file where one was',
      file(['9', 'b', ''], { op: 'create', content: 'x' }),
      file(['2', 'b', 'b0'], { op: 'modify', content: 'x' }),
    ],
  ])('carries %s', (_, pending, expected) => {
    const { files, notCarried } = rollBack([pending], { charts, files: old });
    expect(notCarried).toEqual([]);
    expect(files.find(({ id }) => id === expected.id)).toEqual(expected);
  });

  it.each<[string, WorkspaceFile]>([
    ['a change of a file that was not', file(['9', 'z', 'z'], { op: 'modify', content: 'y' })],
    ['a deletion of a file that was not', file(['9', 'z', 'z'], { op: 'delete' })],
    ['a move onto a file that was', file(['1', 'a', 'a9'], { op: 'rename', path: 'b' })],
    ['a new file in a folder that was a file', file(['9', 'a/n', ''], { op: 'create', content: 'x' })],
  ])('lists %s as not carried', (_, pending) => {
    const { files, notCarried } = rollBack([pending], { charts, files: old });
    expect(notCarried).toEqual([pending]);
    expect(files).toEqual(acceptedFiles(old));
  });

  it('carries one change to a file, not two', () => {
    const both = [
      file(['1', 'z', 'a9'], { op: 'modify', content: 'by id' }),
      file(['9', 'a', 'a9'], { op: 'modify', content: 'by path' }),
    ];
    const { files, notCarried } = rollBack(both, { charts, files: old });
    expect(files.find(({ path }) => path === 'a')?.pending).toEqual({ op: 'modify', content: 'by id' });
    expect(notCarried).toEqual(both.slice(1));
  });

  const content = fc.constantFrom('x', 'y');
  const paths = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'));
  const tree = paths.chain((list) =>
    fc.tuple(
      ...list.map((path) =>
        fc
          .tuple(content, fc.oneof(fc.constant(null), fc.record({ op: fc.constant('modify' as const), content })))
          .map(([accepted, pending]) => file([path, path, accepted], pending)),
      ),
    ),
  );

  it('restores the accepted files of the old revision, keeps paths apart, and accounts for every pending change', () => {
    fc.assert(
      fc.property(tree, tree, (current, before) => {
        const { files, notCarried } = rollBack(current, { charts, files: before });
        const accepted = (list: readonly WorkspaceFile[]) =>
          Object.fromEntries(acceptedFiles(list).map((candidate) => [candidate.path, candidate.content]));
        expect(accepted(files)).toEqual(accepted(before));
        expect(files).toHaveLength(new Set(files.map(({ path }) => path)).size);
        const carried = current.filter(({ pending }) => pending).length - notCarried.length;
        expect(files.filter(({ pending }) => pending).length).toBeLessThanOrEqual(carried);
      }),
    );
  });
});
