import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideHunks, findPairedBlocks, listHunks } from './hunk-rules.ts';
import { effectiveContent, type PendingChange, type WorkspaceFile } from './workspace-file.ts';

function file(content: string, pending: PendingChange | null): WorkspaceFile {
  return { id: 'id', chartId: null, path: 'a.yaml', content, pending };
}
const modified = (before: string, after: string) => file(before, { op: 'modify', content: after });
const ids = (candidate: WorkspaceFile) => listHunks(candidate).map(({ id }) => id);

const text = fc
  .tuple(fc.array(fc.constantFrom('a\n', 'b\n', 'c\r\n', '\n', ' a\n')), fc.constantFrom('', 'end'))
  .map(([lines, end]) => lines.join('') + end);
const changedFile = fc
  .tuple(text, text)
  .filter(([before, after]) => before !== after)
  .map(([before, after]) => modified(before, after));
/** A file, and a decision for each of its hunks. */
const decision = changedFile.chain((changed) => {
  const verdict = fc.constantFrom('accept', 'reject', 'leave');
  return fc
    .tuple(fc.constant(changed), fc.tuple(...ids(changed).map((id) => fc.tuple(fc.constant(id), verdict))))
    .map(([before, verdicts]) => {
      const idsOf = (wanted: string) => verdicts.filter(([, given]) => given === wanted).map(([id]) => id);
      return { before, accept: idsOf('accept'), reject: idsOf('reject'), left: idsOf('leave') };
    });
});

describe('listHunks', () => {
  it('returns the replaced lines and their replacement', () => {
    const hunks = listHunks(modified('a\nb\nc\nd\n', 'new\na\nB\nBB\nc\n'));
    expect(hunks).toMatchObject([
      { oldStart: 1, oldLines: 0, newStart: 1, newLines: 1 },
      { oldStart: 2, oldLines: 1, newStart: 3, newLines: 2 },
      { oldStart: 4, oldLines: 1, newStart: 6, newLines: 0 },
    ]);
  });

  it.each<[string, WorkspaceFile]>([
    ['nothing pending', file('a', null)],
    ['a creation', file('', { op: 'create', content: 'a' })],
    ['a deletion', file('a', { op: 'delete' })],
    ['a move', file('a', { op: 'rename', path: 'b' })],
  ])('finds none in %s', (_, candidate) => {
    expect(listHunks(candidate)).toEqual([]);
  });

  it('finds those of a move with new content', () => {
    expect(listHunks(file('a\n', { op: 'rename', path: 'b', content: 'b\n' }))).toHaveLength(1);
  });

  it('returns other ids when either text changes', () => {
    const all = [modified('a\n', 'b\n'), modified('a\n', 'c\n'), modified('b\n', 'c\n'), modified('b\n', 'a\n')];
    expect(new Set(all.flatMap(ids)).size).toBe(all.length);
  });
});

describe('decideHunks', () => {
  it('applies all accepted hunks and no rejected one to the content', () => {
    fc.assert(
      fc.property(changedFile, (before) => {
        const all = ids(before);
        const after = effectiveContent(before);
        expect(decideHunks(before, { accept: all, reject: [] })).toEqual({ ...before, content: after, pending: null });
        expect(decideHunks(before, { accept: [], reject: all })).toEqual({ ...before, pending: null });
        expect(decideHunks(before, { accept: [], reject: [] })).toEqual(before);
      }),
    );
  });

  it('returns the same file when hunks are decided together or first accepted and then rejected', () => {
    fc.assert(
      fc.property(decision, ({ before, accept, reject, left }) => {
        const together = decideHunks(before, { accept, reject });
        const accepted = decideHunks(before, { accept: [...accept, ...left], reject });
        const rejected = decideHunks(before, { accept, reject: [...reject, ...left] });
        expect(effectiveContent(together)).toBe(accepted.content);
        expect(accepted.pending).toBeNull();
        expect(together.content).toBe(rejected.content);
        expect(rejected.pending).toBeNull();
      }),
    );
  });

  it('keeps a move pending while its content is decided', () => {
    const moved = file('a\nb\nc\n', { op: 'rename', path: 'b.yaml', content: 'A\nb\nC\n' });
    const [first = '', second = ''] = ids(moved);
    expect(decideHunks(moved, { accept: [first], reject: [second] })).toEqual(
      file('A\nb\nc\n', { op: 'rename', path: 'b.yaml' }),
    );
  });

  it('decides on both ends of a template block at once', () => {
    const wrapped = modified('a\nb\nc\n', 'A\n{{ if .x }}\nb\n{{ end }}\nc\n');
    const [first, last] = listHunks(wrapped);
    expect([first?.partners, last?.partners]).toEqual([[last?.id], [first?.id]]);
    expect(decideHunks(wrapped, { accept: [first?.id ?? ''], reject: [] }).pending).toBeNull();
    expect(decideHunks(wrapped, { accept: [], reject: [last?.id ?? ''] }).pending).toBeNull();
    expect(() => decideHunks(wrapped, { accept: [first?.id ?? ''], reject: [last?.id ?? ''] })).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR' }),
    );
  });

  it('refuses hunks of another change, and a hunk that is decided twice', () => {
    const changed = modified('a\n', 'b\n');
    const [id = ''] = ids(changed);
    const stale = modified('a\n', 'c\n');
    expect(() => decideHunks(stale, { accept: [id], reject: [] })).toThrow(
      expect.objectContaining({ code: 'CONFLICT', details: { path: 'a.yaml', hunks: [id] } }),
    );
    expect(() => decideHunks(changed, { accept: [id], reject: [id] })).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR' }),
    );
  });
});

const added = (after: string) => ({ before: '', after });
const removed = (before: string) => ({ before, after: '' });
const same = (text: string) => ({ before: text, after: text });

it.each([
  ['an if with its end', [added('{{- if .Values.on }}\n'), same('a: 1\n'), added('{{- end }}\n')], [[2], [], [0]]],
  ['a block that is taken away', [removed('{{ with .a }}'), same('a'), removed('{{ end }}')], [[2], [], [0]]],
  [
    'blocks in one another',
    [added('{{ if a }}'), added('{{- range b }}'), added('{{end}}'), added('{{ end }}')],
    [[3], [2], [1], [0]],
  ],
  [
    'two blocks that end together',
    [added('{{ if a }}'), added('{{ if b }}'), added('{{ end }}{{ end }}')],
    [
      [1, 2],
      [0, 2],
      [0, 1],
    ],
  ],
  ['a block within one change', [added('{{ if a }}x{{ end }}'), added('b')], [[], []]],
  ['another condition', [{ before: '{{ if a }}', after: '{{ if b }}' }, added('x')], [[], []]],
  ['a branch', [added('{{ else }}'), added('x')], [[], []]],
  ['an end that closes what was open', [added('{{ end }}'), added('x')], [[], []]],
  ['words of a comment', [added('{{/* if */}}'), added('{{ end }}')], [[], []]],
])('findPairedBlocks pairs %s', (_, changes, expected) => {
  expect(findPairedBlocks(changes).map((others) => [...others].toSorted((one, other) => one - other))).toEqual(
    expected,
  );
});
