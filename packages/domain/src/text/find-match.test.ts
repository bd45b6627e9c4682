import { expect, it } from 'vitest';
import { replaceText } from './replace-text.ts';

it.each([
  {
    name: 'indents a line once when only the new text has all of its indentation',
    content: 'a:\n    b: 1\n',
    oldStr: '   b: 1',
    newStr: '    b: 2',
    expected: 'a:\n    b: 2\n',
  },
  {
    name: 'indents a line with its end once when only the new text has all of its indentation',
    content: 'a:\n    b: 1\nc: 1\n',
    oldStr: '  b: 1\n',
    newStr: '    b: 2\n',
    expected: 'a:\n    b: 2\nc: 1\n',
  },
  {
    name: 'indents a line deeper when only its indentation changes',
    content: 'a:\n    b: 1\n',
    oldStr: '  b: 1',
    newStr: '    b: 1',
    expected: 'a:\n      b: 1\n',
  },
  {
    name: 'indents two lines once when only the new text has all of their indentation',
    content: 'a:\n    b: 1\n    c: 1\n',
    oldStr: 'b: 1\n    c: 1',
    newStr: '    b: 2\n    c: 2',
    expected: 'a:\n    b: 2\n    c: 2\n',
  },
  {
    name: 'indents two lines once when the passage is one character at the end of its line',
    content: 'a:\n    b\n',
    oldStr: 'b',
    newStr: '    c\n    d',
    expected: 'a:\n    c\n    d\n',
  },
  {
    name: 'keeps the further lines of a passage that begins after other text of its line',
    content: 'run: |\n  echo   one\n',
    oldStr: '   one',
    newStr: '   two\n   three',
    expected: 'run: |\n  echo   two\n   three\n',
  },
])('replaceText $name', ({ content, oldStr, newStr, expected }) => {
  expect(replaceText(content, { oldStr, newStr })).toMatchObject({ content: expected, tier: 'exact' });
});
