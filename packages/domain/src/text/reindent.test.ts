import { describe, expect, it } from 'vitest';
import { reindent } from './reindent.ts';

interface Case {
  readonly name: string;
  readonly given: readonly string[];
  readonly actual: readonly string[];
  readonly lines: readonly string[];
  readonly fileUnit?: string;
  readonly expected: readonly string[] | undefined;
}

const firstLineCutOff: readonly Case[] = [
  {
    name: 'indents all new lines as the first when one of them is indented less than the passage',
    given: ['env:', '        - name: A'],
    actual: ['      env:', '        - name: A'],
    lines: ['env:', '  a:', '  ', '    b:', '      c: 1'],
    expected: ['      env:', '        a:', '', '          b:', '            c: 1'],
  },
  {
    name: 'follows the steps of the file when the passage has no other line',
    given: ['  b: 1'],
    actual: ['    b: 1'],
    lines: ['  b:', '    c: 1'],
    fileUnit: '    ',
    expected: ['    b:', '        c: 1'],
  },
  {
    name: 'returns undefined when the first line has more indentation than in the file',
    given: ['    b:', '    c: 1'],
    actual: ['  b:', '    c: 1'],
    lines: ['    b:', '    x: 1', '    c: 1'],
    expected: undefined,
  },
  {
    name: 'follows the steps of the file when no line lacks indentation',
    given: ['a: 1', 'b:'],
    actual: ['a:   1', 'b:'],
    lines: ['a:', '    x: 1', 'b:'],
    expected: ['a:', '  x: 1', 'b:'],
  },
];

const mixedConventions: readonly Case[] = [
  {
    name: 'returns undefined when new lines follow the file and the passage, and one line of the file is a key',
    given: ['b: 1', 'text'],
    actual: ['    b: 1', '    text'],
    lines: ['', '    b: 1', 'text'],
    expected: undefined,
  },
  {
    name: 'keeps new lines that follow the file and the passage where indentation carries no meaning',
    given: ['start()', 'report()'],
    actual: ['    start()', '    report()'],
    lines: ['    start()', '  ', 'report()'],
    expected: ['    start()', '', 'report()'],
  },
  {
    name: 'returns undefined when the passage has one indentation for several of the file, and one line is a key',
    given: ['a:', 'text'],
    actual: ['a:', '  text'],
    lines: ['a:', 'other'],
    expected: undefined,
  },
  {
    name: 'follows the majority when the first line of the passage is in the minority',
    given: ['}', 'start()', 'report()'],
    actual: ['}', '    start()', '    report()'],
    lines: ['log()', 'start()', 'report()'],
    expected: ['    log()', '    start()', '    report()'],
  },
];

const followedConventions: readonly Case[] = [
  {
    name: 'follows the steps of the passage when only one line is indented as in the file',
    given: ['    a:', '        b: 1'],
    actual: ['  a:', '    b: 1'],
    lines: ['    b:', '        c: 1'],
    expected: ['  b:', '    c: 1'],
  },
  {
    name: 'keeps new lines with the characters of the file when the passage has others',
    given: ['\ta:'],
    actual: ['a:'],
    lines: ['  d: 1'],
    expected: ['  d: 1'],
  },
  {
    name: 'keeps new lines with the characters of the file after a blank line',
    given: ['\tb: 1'],
    actual: ['b: 1'],
    lines: ['', '    c: 1'],
    expected: ['', '    c: 1'],
  },
  {
    name: 'keeps the indentation of the file before a blank line',
    given: ['b:'],
    actual: ['  b:'],
    lines: ['  b:', ''],
    expected: ['  b:', ''],
  },
  {
    name: 'keeps lines that are aligned with the text of a list item',
    given: ['- x', '', ' b:'],
    actual: ['- x', ' ', '  b:'],
    lines: [' b:', '    ', '  b:'],
    expected: [' b:', '', '  b:'],
  },
  {
    name: 'keeps lines of one depth whose characters the passage does not have',
    given: [' b:'],
    actual: ['b:'],
    lines: ['\tb:', '\tb:'],
    expected: ['\tb:', '\tb:'],
  },
  {
    name: 'keeps a line that loses all of its indentation',
    given: ['  a:'],
    actual: ['  a:'],
    lines: ['a:'],
    expected: ['a:'],
  },
  {
    name: 'follows the passage when new lines have its characters and others',
    given: [' b:'],
    actual: ['  b:'],
    lines: ['\ta:', '  b:'],
    expected: ['  a:', '    b:'],
  },
  {
    name: 'does not read the blanks of empty lines',
    given: ['\ta:'],
    actual: [' a:'],
    lines: ['- x', '    '],
    expected: ['- x', ''],
  },
  {
    name: 'pairs lines of the same key',
    given: ['b:', 'a: 1'],
    actual: ['  b:', '    a: 1'],
    lines: ['    a: 2'],
    expected: ['    a: 2'],
  },
  {
    name: 'pairs each line once',
    given: ['  a:', 'b:'],
    actual: ['a:', '  b:'],
    lines: ['a:'],
    expected: ['a:'],
  },
  {
    name: 'pairs no line with two of the same key',
    given: ['a: 1'],
    actual: ['  a: 1'],
    lines: ['    a: 2', '  a: 3'],
    expected: ['      a: 2', '    a: 3'],
  },
  {
    name: 'pairs a line after a blank one with the line that it replaces',
    given: [' - x'],
    actual: ['  - x'],
    lines: ['', '\tc: 1'],
    expected: ['', '  c: 1'],
  },
];

const unrelatedLines: readonly Case[] = [
  {
    name: 'keeps as many other lines that are indented as the file',
    given: ['a:', 'b: 1'],
    actual: ['a:', '  b: 1'],
    lines: ['c:', '  d: 2'],
    expected: ['c:', '  d: 2'],
  },
  {
    name: 'keeps more other lines when the first is indented as the first of the file',
    given: ['one()'],
    actual: ['    one()'],
    lines: ['    two()', '    three()'],
    expected: ['    two()', '    three()'],
  },
  {
    name: 'returns undefined when the first line moves down and no other line shows the indentation',
    given: ['a: 1', 'b: 1'],
    actual: ['a: 1', '    b: 1'],
    lines: ['    x: 1', '    y: 1', 'a: 1'],
    expected: undefined,
  },
];

const steps: readonly Case[] = [
  {
    name: 'keeps a single space, which is no step',
    given: ['b:'],
    actual: ['b:'],
    lines: [' a:'],
    expected: [' a:'],
  },
  {
    name: 'gives lines of one indentation the same one',
    given: [' - x'],
    actual: ['  - x'],
    lines: ['  - x', '\t- x', '  - x'],
    expected: ['    - x', '  - x', '    - x'],
  },
  {
    name: 'aligns lines below a list item as the file does',
    given: ['- a: 1', '  b: 1'],
    actual: ['- a: 1', '    b: 1'],
    lines: ['- a: 1', '  c: 1'],
    expected: ['- a: 1', '    c: 1'],
  },
  {
    name: 'learns nothing from blank lines',
    given: ['b:', ''],
    actual: ['b:', ' '],
    lines: ['b:', ''],
    expected: ['b:', ''],
  },
  {
    name: 'learns steps from the least to the most indented line',
    given: [' a:', 'a: 1'],
    actual: ['a:', 'a: 1'],
    lines: ['    a: 1', 'a: 1'],
    expected: ['  a: 1', 'a: 1'],
  },
  {
    name: 'continues the characters of the line in the file',
    given: ['a:'],
    actual: [' a:'],
    lines: ['a:', '  b: 1'],
    fileUnit: '\t',
    expected: [' a:', '  b: 1'],
  },
  {
    name: 'uses the tab of the file below a line without indentation',
    given: ['a {'],
    actual: ['a {'],
    lines: ['a {', '    b()'],
    fileUnit: '\t',
    expected: ['a {', '\tb()'],
  },
  {
    name: 'keeps the steps of the passage when the line is at another depth in the file',
    given: ['    x: 1'],
    actual: ['      x: 1'],
    lines: ['    x:', '        y: 1'],
    expected: ['      x:', '          y: 1'],
  },
  {
    name: 'keeps the steps of new lines when the file indents all lines of the passage alike',
    given: ['a', '  b'],
    actual: ['    a', '    b'],
    lines: ['a', '  b', '    c'],
    fileUnit: '    ',
    expected: ['    a', '    b', '      c'],
  },
  {
    name: 'keeps the steps of new lines when the file has one step of the same width',
    given: ['a', '    b', '      c'],
    actual: ['a', '  b', '    c'],
    lines: ['a', '    b', '      c', '        d'],
    expected: ['a', '  b', '    c', '      d'],
  },
];

describe.each([
  { subject: 'a first line cut off', cases: firstLineCutOff },
  { subject: 'lines of mixed indentation', cases: mixedConventions },
  { subject: 'lines that follow the passage or the file', cases: followedConventions },
  { subject: 'lines that the passage does not have', cases: unrelatedLines },
  { subject: 'steps of another width', cases: steps },
])('reindent with $subject', ({ cases }) => {
  it.each(cases)('$name', ({ given, actual, lines, fileUnit = '  ', expected }) => {
    expect(reindent(lines, { given, actual, fileUnit })).toEqual(expected);
  });
});
