import fc from 'fast-check';
import { expect, it } from 'vitest';
import { replaceText } from './replace-text.ts';

/** A line of a tree: its depth and its text. */
interface Line {
  readonly depth: number;
  readonly text: string;
}

/** An indentation style: the indentation before every line, and the indentation for every level. */
interface Style {
  readonly base: string;
  readonly unit: string;
}

const unit = fc.constantFrom('  ', '    ', '\t');

/**
 * A tree below the key `root` whose lines go at most one level deeper than the line before; the first is the
 * least deep.
 */
const tree = fc.array(fc.integer({ min: -3, max: 1 }), { minLength: 2, maxLength: 8 }).map((steps) => {
  let depth = 1;
  const lines: Line[] = [{ depth, text: 'key: 1' }];
  for (const [index, step] of steps.entries()) {
    depth = Math.max(1, depth + step);
    lines.push({ depth, text: `key${index}: 1` });
  }
  return lines;
});

/** A change of a passage's lines: another value, an added line, an added block, or a removed line. */
const change = fc.constantFrom('value', 'line', 'block', 'shorter');

const edit = fc.record({
  fileUnit: unit,
  passage: fc.record({ base: fc.constantFrom('', '  ', '\t'), unit }),
  lines: tree,
  change,
  place: fc.nat({ max: 7 }),
});

function render(lines: readonly Line[], { base, unit: step }: Style): string {
  return lines.map(({ depth, text }) => `${base}${step.repeat(depth - 1)}${text}\n`).join('');
}

function changeLines(lines: readonly Line[], kind: string, place: number): readonly Line[] {
  const index = place % lines.length;
  const { depth, text } = lines[index] ?? { depth: 1, text: '' };
  const [before, after] = [lines.slice(0, index), lines.slice(index + 1)];
  switch (kind) {
    case 'value':
      return [...before, { depth, text: text.replace('1', '2') }, ...after];
    case 'line':
      return [
        ...before,
        { depth, text },
        { depth: (after[0]?.depth ?? 0) > depth ? depth + 1 : depth, text: 'new: 3' },
        ...after,
      ];
    case 'block':
      return [...before, { depth, text: 'new:' }, { depth: depth + 1, text: 'deep: 3' }, { depth, text }, ...after];
    default:
      return lines.slice(0, -1);
  }
}

/** Returns true if a text has a single indentation style: tabs and spaces in one text are ambiguous. */
function isOneStyle({ base, unit: step }: Style): boolean {
  return base === '' || base[0] === step[0];
}

/** Returns the lines of a text with their depths, whatever the width of a step. */
function toOutline(text: string): readonly string[] {
  const indents: number[] = [];
  return text.split('\n').map((line) => {
    const indent = line.length - line.trimStart().length;
    while ((indents.at(-1) ?? -1) >= indent) indents.pop();
    indents.push(indent);
    return `${indents.length} ${line.trim()}`;
  });
}

function toTexts(fileUnit: string, lines: readonly Line[], changed: readonly Line[]) {
  const file = { base: fileUnit, unit: fileUnit };
  return [lines, changed].map((block) => `root:\n${render(block, file)}last: 1\n`);
}

it('replaceText inserts a new text unchanged when it is indented as the file and the passage is not', () => {
  fc.assert(
    fc.property(edit, ({ fileUnit, passage, lines, change: kind, place }) => {
      fc.pre(isOneStyle(passage));
      const changed = changeLines(lines, kind, place);
      const [content = '', expected] = toTexts(fileUnit, lines, changed);
      const newStr = render(changed, { base: fileUnit, unit: fileUnit });
      const result = replaceText(content, { oldStr: render(lines, passage), newStr });
      expect(result).toMatchObject({ applied: true, content: expected });
    }),
    { numRuns: 500 },
  );
});

it('replaceText keeps the structure of a new text when it is indented as the passage', () => {
  fc.assert(
    fc.property(edit, ({ fileUnit, passage, lines, change: kind, place }) => {
      fc.pre(isOneStyle(passage));
      const changed = changeLines(lines, kind, place);
      const [content = '', expected = ''] = toTexts(fileUnit, lines, changed);
      const oldStr = render(lines, passage);
      // An exact passage is replaced literally.
      fc.pre(!content.includes(oldStr));
      const result = replaceText(content, { oldStr, newStr: render(changed, passage) });
      expect(result.applied && toOutline(result.content)).toEqual(toOutline(expected));
    }),
    { numRuns: 500 },
  );
});
