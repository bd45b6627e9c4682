import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyHunks, countHunks } from './apply-hunks.ts';

const base = 'a\nb\nc\nd\ne\nf\n';
const patch = '@@ -1,2 +1,2 @@\n-a\n+A\n b\n@@ -4,0 +5 @@\n+d2\n@@ -6 +7 @@ f\n-f\n+F\n\\ No newline at end of file\n';

it.each([
  [[], base],
  [[0], 'A\nb\nc\nd\ne\nf\n'],
  [[1], 'a\nb\nc\nd\nd2\ne\nf\n'],
  [[2], 'a\nb\nc\nd\ne\nF'],
  [[0, 1, 2], 'A\nb\nc\nd\nd2\ne\nF'],
])('applyHunks applies the hunks %j only', (accepted, expected) => {
  expect(countHunks(patch)).toBe(3);
  expect(applyHunks(base, patch, new Set(accepted))).toBe(expected);
});

it('applyHunks adds and removes a whole file, with and without a line end', () => {
  expect(applyHunks('', '@@ -0,0 +1,2 @@\n+a\r\n+b\n\\ No newline at end of file\n', new Set([0]))).toBe('a\r\nb');
  expect(applyHunks('a\r\nb', '@@ -1,2 +0,0 @@\n-a\r\n-b\n\\ No newline at end of file\n', new Set([0]))).toBe('');
});

it('applyHunks refuses a patch of another text', () => {
  expect(() => applyHunks('x\n', patch, new Set([0]))).toThrow('does not fit');
});

/** Builds two texts and the patch between them, without context lines. */
function toPatch(
  changes: readonly { readonly kept: number; readonly old: readonly string[]; readonly new: readonly string[] }[],
) {
  const texts = { old: '', new: '', patch: '' };
  let [oldLine, newLine] = [0, 0];
  for (const { kept, ...change } of changes) {
    const keep = Array.from({ length: kept }, (_, place) => `kept ${oldLine + place}\n`).join('');
    texts.old += keep + change.old.join('');
    texts.new += keep + change.new.join('');
    oldLine += kept;
    newLine += kept;
    const from = `-${change.old.length === 0 ? oldLine : oldLine + 1},${change.old.length}`;
    const to = `+${change.new.length === 0 ? newLine : newLine + 1},${change.new.length}`;
    const lines = [...change.old.map((line) => `-${line}`), ...change.new.map((line) => `+${line}`)];
    texts.patch += `@@ ${from} ${to} @@\n${lines.join('')}`;
    oldLine += change.old.length;
    newLine += change.new.length;
  }
  return texts;
}

it('all hunks make the new text, and none leave the old one', () => {
  const lines = fc.array(
    fc.string({ maxLength: 8 }).map((text) => `${text.replaceAll('\n', '\u2028')}\n`),
    { maxLength: 4 },
  );
  const changes = fc.array(fc.record({ kept: fc.integer({ min: 1, max: 4 }), old: lines, new: lines }), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(changes, (made) => {
      const texts = toPatch(made);
      const all = new Set(made.map((_, place) => place));
      expect(applyHunks(texts.old, texts.patch, all)).toBe(texts.new);
      expect(applyHunks(texts.old, texts.patch, new Set())).toBe(texts.old);
    }),
    { numRuns: 300 },
  );
});
