import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replaceText } from './replace-text.ts';

const values = 'replicaCount: 1\nimage:\n  repository: nginx\n  tag: "1.28"\nservice:\n  port: 80\n';

interface Applied {
  readonly name: string;
  readonly content: string;
  readonly oldStr: string;
  readonly newStr: string;
  readonly expected: string;
  readonly tier: 'exact' | 'trailing_whitespace' | 'indentation';
}

const applied: readonly Applied[] = [
  {
    name: 'a part of a line',
    content: values,
    oldStr: 'replicaCount: 1',
    newStr: 'replicaCount: 3',
    expected: values.replace('1', '3'),
    tier: 'exact',
  },
  {
    name: 'nothing left in its place',
    content: 'a: 1\nb: 2\nc: 3\n',
    oldStr: 'b: 2\n',
    newStr: '',
    expected: 'a: 1\nc: 3\n',
    tier: 'exact',
  },
  {
    name: 'replacement patterns taken literally',
    content: 'cost: X\n',
    oldStr: 'X',
    newStr: "$& $1 $$ $` $'",
    expected: "cost: $& $1 $$ $` $'\n",
    tier: 'exact',
  },
  {
    name: 'characters beyond the basic plane',
    content: 'title: "🚢 ahoy"\n',
    oldStr: '🚢 ahoy',
    newStr: '⚓ moored',
    expected: 'title: "⚓ moored"\n',
    tier: 'exact',
  },
  {
    name: 'a byte order mark, in the file or repeated in the passage',
    content: '\uFEFFname: a\n',
    oldStr: '\uFEFFname: a',
    newStr: '\uFEFFname: b',
    expected: '\uFEFFname: b\n',
    tier: 'exact',
  },
  {
    name: 'CRLF in the file and LF in the passage',
    content: 'a: 1\r\nb: 2\r\nc: 3\r\n',
    oldStr: 'a: 1\nb: 2',
    newStr: 'a: 1\nx: 9\nb: 2',
    expected: 'a: 1\r\nx: 9\r\nb: 2\r\nc: 3\r\n',
    tier: 'exact',
  },
  {
    name: 'LF in the file and CRLF in the passage',
    content: 'a: 1\nb: 2\n',
    oldStr: 'a: 1\r\nb: 2\r\n',
    newStr: 'a: 1\r\nb: 3\r\n',
    expected: 'a: 1\nb: 3\n',
    tier: 'exact',
  },
  {
    name: 'mixed line endings, each line keeping its own',
    content: 'a\nb\r\nc\nd\r\n',
    oldStr: 'b\nc',
    newStr: 'b\nx\nc',
    expected: 'a\nb\r\nx\nc\nd\r\n',
    tier: 'exact',
  },
  {
    name: 'blanks at the ends of the file’s lines',
    content: 'a: 1  \nb: 2\t\nc: 3\n',
    oldStr: 'a: 1\nb: 2',
    newStr: 'a: 7\nb: 8',
    expected: 'a: 7\nb: 8\nc: 3\n',
    tier: 'trailing_whitespace',
  },
  {
    name: 'a passage that ends its line, at the end of a file without final newline',
    content: 'a: 1\nb: 2',
    oldStr: 'b: 2\n',
    newStr: 'b: 3\n',
    expected: 'a: 1\nb: 3',
    tier: 'trailing_whitespace',
  },
  {
    name: 'a passage that lost its indentation',
    content: 'spec:\n    containers:\n      - name: web\n        image: nginx\n',
    oldStr: '- name: web\n  image: nginx\n',
    newStr: '- name: web\n  image: nginx:1.28\n  env:\n    - name: A\n      value: b\n',
    expected:
      'spec:\n    containers:\n      - name: web\n        image: nginx:1.28\n        env:\n          - name: A\n            value: b\n',
    tier: 'indentation',
  },
  {
    name: 'a passage that begins within a line',
    content: 'spec:\n        env:\n          - name: A\n',
    oldStr: 'env:\n          - name: A',
    newStr: 'env:\n          - name: A\n            value: b',
    expected: 'spec:\n        env:\n          - name: A\n            value: b\n',
    tier: 'exact',
  },
  {
    name: 'a passage indented too deep',
    content: 'a:\n  b:\n    c: 1\n',
    oldStr: '      b:\n        c: 1',
    newStr: '      b:\n        c: 1\n        d: 2',
    expected: 'a:\n  b:\n    c: 1\n    d: 2\n',
    tier: 'indentation',
  },
  {
    name: 'spaces in the passage and tabs in the file',
    content: 'func main() {\n\tif ok {\n\t\trun()\n\t}\n}\n',
    oldStr: '    if ok {\n        run()\n    }',
    newStr: '    if ok {\n        run()\n        if more {\n            stop()\n        }\n    }',
    expected: 'func main() {\n\tif ok {\n\t\trun()\n\t\tif more {\n\t\t\tstop()\n\t\t}\n\t}\n}\n',
    tier: 'indentation',
  },
  {
    name: 'tabs in the passage and spaces in the file',
    content: 'a:\n  b: 1\n',
    oldStr: '\tb: 1',
    newStr: '\tb:\n\t\tc: 2',
    expected: 'a:\n  b:\n    c: 2\n',
    tier: 'indentation',
  },
  {
    name: 'four spaces a step in the passage and two in the file',
    content: 'a:\n  b:\n    c: 1\n',
    oldStr: '    b:\n        c: 1',
    newStr: '    b:\n        c: 1\n        d:\n            e: 2',
    expected: 'a:\n  b:\n    c: 1\n    d:\n      e: 2\n',
    tier: 'indentation',
  },
  {
    name: 'a new text that has the right indentation though the old had not',
    content: 'a:\n    b: 1\n    c: 1\n',
    oldStr: 'b: 1\nc: 1\n',
    newStr: '    b: 2\n    c: 3\n',
    expected: 'a:\n    b: 2\n    c: 3\n',
    tier: 'indentation',
  },
  {
    name: 'blank lines, which are not indented',
    content: 'a:\n    b: 1\n    c: 2\n',
    oldStr: 'b: 1\nc: 2',
    newStr: 'b: 1\n  \nc: 3',
    expected: 'a:\n    b: 1\n\n    c: 3\n',
    tier: 'indentation',
  },
  { name: 'the whole of an empty file', content: '', oldStr: '', newStr: 'a: 1\n', expected: 'a: 1\n', tier: 'exact' },
];

describe('a passage that occurs once is replaced', () => {
  it.each(applied)('$name', ({ content, oldStr, newStr, expected, tier }) => {
    expect(replaceText(content, { oldStr, newStr })).toMatchObject({ applied: true, content: expected, tier });
  });

  it('tells which lines were replaced and what changed', () => {
    expect(
      replaceText(values, { oldStr: '  repository: nginx\n  tag: "1.28"\n', newStr: '  repository: caddy\n' }),
    ).toMatchObject({
      range: { first: 3, last: 4 },
      diff: '@@ -1,6 +1,5 @@\n replicaCount: 1\n image:\n-  repository: nginx\n-  tag: "1.28"\n+  repository: caddy\n service:\n   port: 80\n',
    });
  });
});

describe('what cannot be replaced is refused with a reason', () => {
  const refused = [
    { name: 'an empty passage', content: values, oldStr: '', newStr: 'x', reason: 'empty', message: /oldStr is empty/ },
    {
      name: 'no change',
      content: values,
      oldStr: 'port: 80',
      newStr: 'port: 80',
      reason: 'unchanged',
      message: /are the same/,
    },
    {
      name: 'other line endings',
      content: 'a\r\nb\r\n',
      oldStr: 'a\nb',
      newStr: 'a\r\nb',
      reason: 'unchanged',
      message: /same/,
    },
    {
      name: 'no change but for blanks',
      content: 'a: 1\n',
      oldStr: 'a: 1  ',
      newStr: 'a: 1',
      reason: 'unchanged',
      message: /already/,
    },
    {
      name: 'a passage of blanks',
      content: 'a\n\n\nb\n',
      oldStr: ' \n ',
      newStr: 'x',
      reason: 'absent',
      message: /No part/,
    },
    {
      name: 'a part of a line with other blanks',
      content: 'k:   v w\n',
      oldStr: 'k: v',
      newStr: 'x',
      reason: 'absent',
      message: /1\| k: {3}v/,
    },
    { name: 'overlapping places', content: 'aaa', oldStr: 'aa', newStr: 'b', reason: 'ambiguous', message: /2 places/ },
    {
      name: 'flat lines that the file nests',
      content: 'a:\n  b: 1\n',
      oldStr: 'a:\nb: 1',
      newStr: 'a:\nc: 2',
      reason: 'indentation',
      message: /2\| {3}b: 1/,
    },
  ];

  it.each(refused)('$name', ({ content, oldStr, newStr, reason, message }) => {
    const result = replaceText(content, { oldStr, newStr });
    expect(result).toMatchObject({ applied: false, reason });
    expect(result).toHaveProperty('message', expect.stringMatching(message));
  });

  it('lists the places of a passage that occurs more than once', () => {
    const result = replaceText('a:\n  port: http\nb:\n  port: http\n', { oldStr: 'port: http', newStr: 'port: web' });
    expect(result).toMatchObject({ applied: false, reason: 'ambiguous' });
    expect(result).toHaveProperty(
      'message',
      expect.stringMatching(/2 places.*\nline 2: {3}port: http\nline 4: {3}port: http$/s),
    );
  });

  it('tells places apart by position, not by how they are indented', () => {
    const content = 'a:\n  port: 1\n  name: x\nb:\n    port: 1\n    name: x\n';
    expect(replaceText(content, { oldStr: 'port: 1\nname: x', newStr: 'port: 2\nname: x' })).toMatchObject({
      reason: 'ambiguous',
      message: expect.stringContaining('ignoring indentation'),
    });
  });

  it('prefers an exact place to a lenient one', () => {
    const content = 'port: 1\n  port: 1  \n';
    expect(replaceText(content, { oldStr: '  port: 1  ', newStr: '  port: 2' })).toMatchObject({ tier: 'exact' });
  });

  it('shows the nearest lines with their numbers and visible blanks', () => {
    const content = 'one\ntwo\nimage:\n\trepository: nginx \n  tag: latest\n';
    const result = replaceText(content, { oldStr: 'image:\n  repository: caddy\n  tag: latest\n', newStr: 'x' });
    expect(result).toHaveProperty(
      'message',
      expect.stringContaining('3| image:\n4| →repository: nginx·\n5|   tag: latest'),
    );
  });

  it('shows the most similar line when none is equal', () => {
    const result = replaceText(values, { oldStr: 'replicasCount: 1', newStr: 'replicasCount: 2' });
    expect(result).toHaveProperty('message', expect.stringContaining('1| replicaCount: 1'));
  });

  it('says when the new text is there already', () => {
    const result = replaceText(values, { oldStr: 'port: 8080', newStr: 'port: 80' });
    expect(result).toHaveProperty('message', expect.stringContaining('already, at line 6'));
  });
});

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
