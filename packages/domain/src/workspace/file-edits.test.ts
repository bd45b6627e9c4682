import { describe, expect, it } from 'vitest';
import { unsafePaths, unsafeTrees } from '../testing/unsafe-paths.ts';
import { addFile, deleteFiles, moveFiles, saveFile } from './file-edits.ts';
import { versionOf } from './file-version.ts';
import { effectivePath, type PendingChange, type WorkspaceFile } from './workspace-file.ts';

function file(path: string, content: string, pending: PendingChange | null = null): WorkspaceFile {
  return { id: path, chartId: null, path, content, pending };
}
const seen = (candidate: WorkspaceFile) => ({ path: candidate.path, version: versionOf(candidate) });
const conflict = (details: object) => expect.objectContaining({ code: 'CONFLICT', details });
const charts = [
  { id: 'top', name: 'web', root: '' },
  { id: 'sub', name: 'redis', root: 'charts/redis' },
];

describe('saveFile', () => {
  it.each<{ what: string; before: WorkspaceFile; content: string; pending: PendingChange | null }>([
    {
      what: 'what was accepted',
      before: file('a', 'old', { op: 'modify', content: 'x' }),
      content: 'old',
      pending: null,
    },
    {
      what: 'something new',
      before: file('a', 'old'),
      content: 'new',
      pending: { op: 'modify', content: 'new' },
    },
    {
      what: 'a file that was to be deleted',
      before: file('a', 'old', { op: 'delete' }),
      content: 'old',
      pending: null,
    },
    {
      what: 'a file that is moved',
      before: file('a', 'old', { op: 'rename', path: 'b', content: 'x' }),
      content: 'old',
      pending: { op: 'rename', path: 'b' },
    },
  ])('saves $what', ({ before, content, pending }) => {
    expect(saveFile([before], { ...seen(before), content })).toEqual([{ ...before, pending }]);
  });

  it('refuses another version and returns the current file', () => {
    const now = file('a', 'old', { op: 'modify', content: 'theirs' });
    expect(() => saveFile([now], { ...seen(file('a', 'old')), content: 'yours' })).toThrow(
      conflict({ reason: 'file_changed', files: [{ ...seen(now), content: 'theirs' }] }),
    );
    const deleted = file('a', 'old', { op: 'delete' });
    expect(() => saveFile([deleted], { ...seen(file('a', 'old')), content: 'yours' })).toThrow(
      conflict({ reason: 'file_changed', files: [{ ...seen(deleted), content: null }] }),
    );
  });

  it('refuses a file that does not exist', () => {
    expect(() => saveFile([], { path: 'a', version: '', content: '' })).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    );
  });
});

describe('addFile', () => {
  it('assigns the file to the chart of its folder', () => {
    const files = addFile({ charts, files: [] }, { path: './charts/redis/values.yaml', content: 'a' });
    expect(files).toMatchObject([
      { chartId: 'sub', path: 'charts/redis/values.yaml', content: '', pending: { op: 'create', content: 'a' } },
    ]);
  });

  it('restores a file whose deletion is pending', () => {
    const deleted = file('a', 'old', { op: 'delete' });
    expect(addFile({ charts, files: [deleted] }, { path: 'a', content: 'new' })).toEqual([
      { ...deleted, pending: { op: 'modify', content: 'new' } },
    ]);
  });

  it.each([
    ['a.yaml', 'a.yaml'],
    ['b/c.yaml', 'b/c.yaml'],
    ['b', 'b/c.yaml'],
    ['a.yaml/x', 'a.yaml'],
    ['moved.yaml', 'moved.yaml'],
  ])('refuses %s beside %s', (path, other) => {
    const files = [file('a.yaml', ''), file('b/c.yaml', ''), file('d.yaml', '', { op: 'rename', path: 'moved.yaml' })];
    expect(() => addFile({ charts, files }, { path, content: '' })).toThrow(
      conflict({ reason: 'file_exists', path: other }),
    );
  });

  it('refuses a path that leaves the workspace', () => {
    expect(() => addFile({ charts, files: [] }, { path: '../a', content: '' })).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR' }),
    );
  });
});

describe('moveFiles', () => {
  const move = (before: WorkspaceFile, to: string, ...others: WorkspaceFile[]) =>
    moveFiles({ charts, files: [before, ...others] }, [{ ...seen(before), to }])[0];

  it.each<{ what: string; before: WorkspaceFile; to: string; after: Partial<WorkspaceFile> }>([
    { what: 'a file', before: file('a', 'x'), to: 'b', after: { path: 'a', pending: { op: 'rename', path: 'b' } } },
    {
      what: 'a changed file',
      before: file('a', 'x', { op: 'modify', content: 'y' }),
      to: 'b',
      after: { path: 'a', pending: { op: 'rename', path: 'b', content: 'y' } },
    },
    {
      what: 'a moved file',
      before: file('a', 'x', { op: 'rename', path: 'b', content: 'y' }),
      to: 'c',
      after: { path: 'a', pending: { op: 'rename', path: 'c', content: 'y' } },
    },
    {
      what: 'a moved file back',
      before: file('a', 'x', { op: 'rename', path: 'b' }),
      to: 'a',
      after: { path: 'a', pending: null },
    },
    {
      what: 'a moved and changed file back',
      before: file('a', 'x', { op: 'rename', path: 'b', content: 'y' }),
      to: 'a',
      after: { path: 'a', pending: { op: 'modify', content: 'y' } },
    },
    {
      what: 'a new file, at once',
      before: file('a', '', { op: 'create', content: 'y' }),
      to: 'charts/redis/a',
      after: { path: 'charts/redis/a', chartId: 'sub', pending: { op: 'create', content: 'y' } },
    },
    { what: 'a file to where it is', before: file('a', 'x'), to: 'a', after: file('a', 'x') },
    {
      what: 'a file into a folder of its name',
      before: file('a', 'x'),
      to: 'a/a',
      after: { pending: { op: 'rename', path: 'a/a' } },
    },
  ])('moves $what', ({ before, to, after }) => {
    expect(move(before, to)).toMatchObject(after);
  });

  it('moves a folder with all its files', () => {
    const files = ['t/a', 't/b', 'u'].map((path) => file(path, path));
    const moves = files
      .slice(0, 2)
      .map((candidate) => ({ ...seen(candidate), to: `t/deep/${candidate.path.slice(2)}` }));
    expect(moveFiles({ charts, files }, moves).map(({ pending }) => pending)).toEqual([
      { op: 'rename', path: 't/deep/a' },
      { op: 'rename', path: 't/deep/b' },
      null,
    ]);
  });

  it('refuses a path that is taken, two files at one path, and a file whose deletion is pending', () => {
    const a = file('a', 'x');
    const b = file('b', 'x');
    expect(() => move(a, 'b', b)).toThrow(conflict({ reason: 'file_exists', path: 'b' }));
    const both = [a, b].map((candidate) => ({ ...seen(candidate), to: 'c' }));
    expect(() => moveFiles({ charts, files: [a, b] }, both)).toThrow(conflict({ reason: 'file_exists', path: 'c' }));
    expect(() => move(file('a', 'x', { op: 'delete' }), 'b')).toThrow(expect.objectContaining({ code: 'CONFLICT' }));
  });
});

describe('a tree that is not safe on every file system', () => {
  it.each(unsafeTrees)('addFile refuses %s', (_, paths) => {
    const [last = '', ...others] = paths.toReversed();
    const files = others.map((path) => file(path, 'x'));
    expect(() => addFile({ charts: [], files }, { path: last, content: '' })).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^(?:CONFLICT|VALIDATION_ERROR)$/) }),
    );
  });

  it.each(unsafeTrees)('moveFiles refuses %s', (_, paths) => {
    const [last = '', ...others] = paths.toReversed();
    const [moved, ...rest] = ['moved', ...others].map((path) => file(path, 'x'));
    const files = moved ? [moved, ...rest] : [];
    expect(() => moveFiles({ charts: [], files }, moved ? [{ ...seen(moved), to: last }] : [])).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^(?:CONFLICT|VALIDATION_ERROR)$/) }),
    );
  });

  it.each(unsafePaths)('addFile and moveFiles refuse the path %j', (path) => {
    const there = file('a', 'x');
    const invalid = expect.objectContaining({ code: 'VALIDATION_ERROR' });
    expect(() => addFile({ charts: [], files: [] }, { path, content: '' })).toThrow(invalid);
    expect(() => moveFiles({ charts: [], files: [there] }, [{ ...seen(there), to: path }])).toThrow(invalid);
  });

  it('addFile refuses a folder that differs from another only in case', () => {
    const files = [file('templates/a.yaml', 'x')];
    expect(() => addFile({ charts: [], files }, { path: 'Templates/b.yaml', content: '' })).toThrow(
      conflict({ reason: 'file_exists', path: 'templates' }),
    );
  });

  it('moveFiles changes the case of a file and of a whole folder', () => {
    const files = [file('Templates/a.yaml', 'x'), file('Templates/B.yaml', 'y')];
    const [a, b] = files;
    if (!a || !b) throw new Error('The files are missing.');
    const moved = moveFiles({ charts: [], files }, [
      { ...seen(a), to: 'templates/a.yaml' },
      { ...seen(b), to: 'templates/b.yaml' },
    ]);
    expect(moved.map(effectivePath)).toEqual(['templates/a.yaml', 'templates/b.yaml']);
  });
});

describe('deleteFiles', () => {
  it.each<[string, WorkspaceFile, readonly WorkspaceFile[]]>([
    ['a file', file('a', 'x'), [file('a', 'x', { op: 'delete' })]],
    ['a changed file', file('a', 'x', { op: 'modify', content: 'y' }), [file('a', 'x', { op: 'delete' })]],
    ['a new file at once', file('a', '', { op: 'create', content: 'y' }), []],
  ])('deletes %s', (_, before, after) => {
    expect(deleteFiles([before], [seen(before)])).toEqual(after);
  });
});
