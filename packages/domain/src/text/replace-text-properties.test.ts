import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replaceText } from './replace-text.ts';

describe('whatever the texts', () => {
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

  it('takes a replacement back', () => {
    fc.assert(
      fc.property(file, file, (before, after) => {
        const content = `${before}<<here>>${after}`;
        const there = replaceText(content, { oldStr: '<<here>>', newStr: '<<there>>\n<<more>>' });
        const back = there.applied && replaceText(there.content, { oldStr: '<<there>>\n<<more>>', newStr: '<<here>>' });
        expect(back).toMatchObject({ content });
      }),
    );
  });

  it('indents a new text by as much as the passage lacks', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1 }),
        (shift, depths) => {
          const lines = ['root:', ...depths.map((depth, index) => `${'  '.repeat(depth + 1)}key${index}: 1`)];
          const passage = [...lines, 'end: 1'];
          const indented = (texts: readonly string[]) => texts.map((text) => ' '.repeat(shift) + text).join('\n');
          const newLines = [...lines, '  added:', '    deep: 2', 'end: 1'];
          const result = replaceText(`top: 1\n${indented(passage)}\n`, {
            oldStr: passage.join('\n'),
            newStr: newLines.join('\n'),
          });
          expect(result).toMatchObject({ content: `top: 1\n${indented(newLines)}\n`, tier: 'indentation' });
        },
      ),
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
