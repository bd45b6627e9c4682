import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replaceText } from './replace-text.ts';

describe('replaceText for any texts', () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'b', ':', ' ', '$', '\t', 'é') });
  const ending = fc.constantFrom('\n', '\r\n');
  const file = fc.array(fc.tuple(line, ending).map((parts) => parts.join(''))).map((lines) => lines.join(''));

  it('replaces a marked passage by slices', () => {
    fc.assert(
      fc.property(file, file, fc.string(), (before, after, newStr) => {
        fc.pre(
          !newStr.includes('\r') && !newStr.includes('\n') && newStr !== '<<mark>>' && !newStr.startsWith('\uFEFF'),
        );
        expect(replaceText(`${before}<<mark>>${after}`, { oldStr: '<<mark>>', newStr })).toMatchObject({
          content: before + newStr + after,
          tier: 'exact',
        });
      }),
    );
  });

  it('leaves every line outside the passage as it was, line endings included', () => {
    fc.assert(
      fc.property(file, fc.array(line, { minLength: 1 }), file, (before, inserted, after) => {
        const result = replaceText(`${before}<<mark>>\r\n${after}`, {
          oldStr: '<<mark>>',
          newStr: inserted.join('\n'),
        });
        expect(result).toMatchObject({ content: `${before}${inserted.join('\r\n')}\r\n${after}` });
      }),
    );
  });

  it('reverts a replacement', () => {
    fc.assert(
      fc.property(file, file, (before, after) => {
        const content = `${before}<<here>>${after}`;
        const there = replaceText(content, { oldStr: '<<here>>', newStr: '<<there>>\n<<more>>' });
        const back = there.applied && replaceText(there.content, { oldStr: '<<there>>\n<<more>>', newStr: '<<here>>' });
        expect(back).toMatchObject({ content });
      }),
    );
  });

  it('changes nothing or reports it, and never throws', () => {
    fc.assert(
      fc.property(file, file, file, (content, oldStr, newStr) => {
        const result = replaceText(content, { oldStr, newStr });
        expect(result.applied ? result.content !== content : result.message.length > 0).toBe(true);
      }),
    );
  });
});

/** A file of nested keys, a block of it, and the new block. */
const nested = fc
  .record({
    unit: fc.constantFrom('  ', '    ', '\t'),
    depths: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 4, maxLength: 12 }),
    endings: fc.array(fc.constantFrom('\n', '\r\n'), { minLength: 14, maxLength: 14 }),
    mark: fc.constantFrom('', '\uFEFF'),
    cut: fc.tuple(fc.nat({ max: 8 }), fc.integer({ min: 2, max: 6 })),
    value: fc.constantFrom('$&', '$1', '$$', '$`', "$'", '2'),
  })
  .map(({ unit, depths, endings, mark, cut: [start, count], value }) => {
    const all = ['root:', `${unit}head: 1`, ...depths.map((depth, index) => `${unit.repeat(depth)}key${index}: 1`)];
    const first = Math.min(2 + start, all.length - 2);
    const block = all.slice(first, first + count);
    const depth = depths[first - 2] ?? 1;
    const changed = [
      `${unit.repeat(depth)}new: ${value}`,
      `${unit.repeat(depth + 1)}deep: ${value}`,
      ...block.slice(1),
    ];
    const withEndings = (lines: readonly string[], from: number) =>
      lines.map((line, index) => line + (endings[from + index] ?? '\n')).join('');
    const before = mark + withEndings(all.slice(0, first), 0);
    const after = withEndings(all.slice(first + count), first + count);
    const content = before + withEndings(block, first) + after;
    return { unit, block, changed, content, before, after };
  });
type NestedEdit = typeof nested extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * Returns the edited file without line endings, and whether everything around the block is unchanged to the
 * byte.
 */
function editNested({ content, before, after }: NestedEdit, edit: { oldStr: string; newStr: string }) {
  const result = replaceText(content, edit);
  if (!result.applied) return { text: result.message, isSameAround: false };
  const isSameAround = result.content.startsWith(before) && result.content.endsWith(after);
  return { text: result.content.replaceAll('\r\n', '\n'), isSameAround };
}

function toExpected({ before, changed, after }: NestedEdit) {
  return { text: `${before}${changed.join('\n')}\n${after}`.replaceAll('\r\n', '\n'), isSameAround: true };
}

describe('replaceText finds a block that is indented differently and indents the result as the file', () => {
  it('when the block is shifted by any offset', () => {
    fc.assert(
      fc.property(nested, fc.integer({ min: -4, max: 9 }), (edit, offset) => {
        const { unit, block, changed } = edit;
        const least = Math.min(...block.map((line) => line.length - line.trimStart().length));
        const shift = (line: string) =>
          offset < 0 ? line.slice(Math.min(least, -offset)) : (unit[0] ?? ' ').repeat(offset) + line;
        const toText = (lines: readonly string[]) => `${lines.map(shift).join('\n')}\n`;
        expect(editNested(edit, { oldStr: toText(block), newStr: toText(changed) })).toEqual(toExpected(edit));
      }),
    );
  });

  it('when the block has another indentation unit', () => {
    fc.assert(
      fc.property(nested, fc.constantFrom('  ', '    ', '\t'), (edit, unit) => {
        const convert = (line: string) => line.replaceAll(edit.unit, unit);
        const toText = (lines: readonly string[]) => lines.map(convert).join('\n');
        expect(editNested(edit, { oldStr: toText(edit.block), newStr: toText(edit.changed) })).toEqual(
          toExpected(edit),
        );
      }),
    );
  });

  it('when the block also has trailing whitespace and typographic characters', () => {
    fc.assert(
      fc.property(nested, fc.constantFrom('  ', '\t', '\u00A0'), (edit, blanks) => {
        expect(
          editNested(edit, {
            oldStr: edit.block.map((line) => `${line}${blanks}\n`).join(''),
            newStr: `${edit.changed.join('\n')}\n`,
          }),
        ).toEqual(toExpected(edit));
      }),
    );
  });
});
