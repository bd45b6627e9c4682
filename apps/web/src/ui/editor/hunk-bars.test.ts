import { Chunk } from '@codemirror/merge';
import { Text } from '@codemirror/state';
import { listHunks } from '@shipmate/domain/workspace';
import { expect, test } from 'vitest';
import { diffByHunks } from './diff-by-hunks.ts';
import { hunkBars, hunkGaps } from './hunk-bars.ts';

const numbered = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`);

function hunksOf(content: string, pending: string) {
  return listHunks({ id: '', chartId: null, path: 'a', content, pending: { op: 'modify', content: pending } });
}

function toEditorText(content: string): Text {
  return Text.of(content.split('\n'));
}

/** Returns the lines that the editor colours: how many of which side are replaced, and from where. */
function coloured(content: string, pending: string): readonly (readonly number[])[] {
  const [a, b] = [toEditorText(content), toEditorText(pending)];
  const override = diffByHunks(hunksOf(content, pending));
  return Chunk.build(a, b, { override }).map(({ fromA, toA, fromB, toB }) => [
    a.lineAt(Math.min(fromA, a.length)).number,
    a.sliceString(fromA, toA).split('\n').length - 1,
    b.lineAt(Math.min(fromB, b.length)).number,
    b.sliceString(fromB, toB).split('\n').length - 1,
  ]);
}

test.each([
  ['lines replaced', (lines: string[]) => lines.with(4, 'x: 1')],
  ['lines added at the top', (lines: string[]) => ['first', ...lines]],
  ['lines removed within', (lines: string[]) => lines.toSpliced(5, 2)],
  ['the first line removed', (lines: string[]) => lines.slice(1)],
  ['a line repeated', (lines: string[]) => lines.toSpliced(3, 0, 'line 3')],
  ['several at once', (lines: string[]) => ['first', ...lines.with(3, 'x').toSpliced(7, 1)]],
])('the editor colours exactly the lines of the hunks: %s', (_name, change) => {
  const [content, pending] = [`${numbered.join('\n')}\n`, `${change(numbered).join('\n')}\n`];
  const expected = hunksOf(content, pending).map(({ oldStart, oldLines, newStart, newLines }) => [
    oldStart,
    oldLines,
    newStart,
    newLines,
  ]);
  expect(coloured(content, pending)).toEqual(expected);
});

test('hunkGaps reserves a gap on the old side for each bar on the new side that the editor does not offset', () => {
  const pending = ['first', ...numbered.with(3, 'x').toSpliced(7, 2)].join('\n');
  const hunks = hunksOf(numbered.join('\n'), pending);
  expect(hunkBars(hunks, () => undefined).map(({ line }) => line)).toEqual([1, 5, 9]);
  expect(hunkGaps(hunks).map(({ line }) => line)).toEqual([4, 10]);
});
