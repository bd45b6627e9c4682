import { describe, expect, it } from 'vitest';
import { replaceText } from './replace-text.ts';
import type { TierName } from './tier.ts';

const values = 'replicaCount: 1\nimage:\n  repository: nginx\n  tag: "1.28"\nservice:\n  port: 80\n';

interface Applied {
  readonly name: string;
  readonly content: string;
  readonly oldStr: string;
  readonly newStr: string;
  readonly expected: string;
  readonly tier: TierName;
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
  {
    name: 'quotes, dashes and spaces of a keyboard in the passage and typographic ones in the file, within a line',
    content: 'note: \u201Crolling\u00A0update \u2013 once\u201D # \u2018later\u2019\n',
    oldStr: '"rolling update - once"',
    newStr: '"recreate"',
    expected: 'note: "recreate" # \u2018later\u2019\n',
    tier: 'unicode',
  },
  {
    name: 'typographic characters in the passage and plain ones in the file; the new text stays as it was given',
    content: "greeting: 'ahoy'\n",
    oldStr: 'greeting: \u2018ahoy\u2019',
    newStr: 'greeting: \u2018moin\u2019  ',
    expected: 'greeting: \u2018moin\u2019  \n',
    tier: 'unicode',
  },
  {
    name: 'typographic characters and blanks at line ends together',
    content: 'a: \u2019x\u2019 \nb: 2\t\nc: 3\n',
    oldStr: "a: 'x'\nb: 2\n",
    newStr: 'a: 7\nb: 8\n',
    expected: 'a: 7\nb: 8\nc: 3\n',
    tier: 'unicode_trailing_whitespace',
  },
  {
    name: 'other blanks within the lines',
    content: 'spec:\n    type:   ClusterIP\n    port:\t80\n',
    oldStr: '  type: ClusterIP\n  port: 80\n',
    newStr: '  type: NodePort\n  port: 80\n',
    expected: 'spec:\n    type: NodePort\n    port: 80\n',
    tier: 'collapsed_whitespace',
  },
  {
    name: 'a passage that begins with a blank line that the file has not',
    content: 'a:\n    b: 1\n    c: 2\n',
    oldStr: '\n  b: 1\n',
    newStr: '\n  b: 3\n',
    expected: 'a:\n    b: 3\n    c: 2\n',
    tier: 'indentation',
  },
  {
    name: 'a new text that forgets to end the line that the passage ends',
    content: 'a:\n    b: 1\n    c: 2\n',
    oldStr: 'a:\n  b: 1\n',
    newStr: 'a:\n  b: 3',
    expected: 'a:\n    b: 3\n    c: 2\n',
    tier: 'indentation',
  },
  {
    name: 'a line with a part of its indentation, and further new lines with as much',
    content: 'a:\n      b: 1 # one\n',
    oldStr: '  b: 1',
    newStr: '  c:\n    d: 2\n\n  b: 1',
    expected: 'a:\n      c:\n        d: 2\n\n      b: 1 # one\n',
    tier: 'exact',
  },
  {
    name: 'lines that are deleted, at the end of a file without final newline',
    content: 'a: 1\n  b: 2 ',
    oldStr: 'b: 2\n',
    newStr: '',
    expected: 'a: 1\n',
    tier: 'indentation',
  },
  {
    name: 'blank lines that have blanks in the file and none in the passage',
    content: 'a:\n    b: 1\n    \n    c: 2\n',
    oldStr: '  b: 1\n\n  c: 2\n',
    newStr: '  b: 1\n\n  c: 3\n\n  d: 4\n',
    expected: 'a:\n    b: 1\n\n    c: 3\n\n    d: 4\n',
    tier: 'indentation',
  },
  {
    name: 'four spaces a step in the passage and two in the file, and list items whose keys are aligned',
    content: 'env:\n  list:\n    - name: A \n',
    oldStr: '    list:\n        - name: A',
    newStr:
      '    list:\n        - name: A\n          value: b\n          from:\n              key: c\n        - name: D',
    expected: 'env:\n  list:\n    - name: A\n      value: b\n      from:\n        key: c\n    - name: D\n',
    tier: 'indentation',
  },
  {
    name: 'two spaces a step in the passage and four in the file, and list items whose keys are aligned',
    content: 'env:\n    list:\n        - A \n',
    oldStr: '  list:\n    - A',
    newStr: '  list:\n    - A\n    - name: B\n      from:\n        key: c',
    expected: 'env:\n    list:\n        - A\n        - name: B\n          from:\n              key: c\n',
    tier: 'indentation',
  },
  {
    name: 'a blank line more before a passage that begins with one the file has not',
    content: 'a:\n    b: 1\n    c: 2\n',
    oldStr: '\n  c: 2\n',
    newStr: '\n\n  c: 3\n',
    expected: 'a:\n    b: 1\n\n    c: 3\n',
    tier: 'indentation',
  },
  {
    name: 'steps of another width than the file has elsewhere, kept as the passage has them',
    content: 'a:\n  - b\n  x:\n      y: 1\n',
    oldStr: '    x:\n        y: 1',
    newStr: '    x:\n        y:\n            z: 1',
    expected: 'a:\n  - b\n  x:\n      y:\n          z: 1\n',
    tier: 'indentation',
  },
  {
    name: 'one line, with a step of the file below it',
    content: 'a:\n    b: 1\n',
    oldStr: '  b: 1 ',
    newStr: '  b:\n      c: 1',
    expected: 'a:\n    b:\n        c: 1\n',
    tier: 'indentation',
  },
  {
    name: 'a first line cut off before its blanks, the others as the file has them',
    content: 'spec:\n      env: \n        - name: A\n',
    oldStr: 'env:\n        - name: A',
    newStr: 'env:\n        - name: A\n          value: b\n        - name: C',
    expected: 'spec:\n      env:\n        - name: A\n          value: b\n        - name: C\n',
    tier: 'indentation',
  },
  {
    name: 'a first line cut off before its blanks, and a new text that is indented on its own',
    content: 'spec:\n      env: \n        - name: A\n',
    oldStr: 'env:\n        - name: A',
    newStr: 'env:\n  - name: A\n  - name: C',
    expected: 'spec:\n      env:\n        - name: A\n        - name: C\n',
    tier: 'indentation',
  },
  {
    name: 'flat lines that the file nests, where braces carry the meaning: as most lines are indented',
    content: 'if (ready) {\n    start()\n    report()\n}\n',
    oldStr: 'start()\nreport()\n}',
    newStr: 'start()\nlog()\nreport()\n}',
    expected: 'if (ready) {\n    start()\n    log()\n    report()\n    }\n',
    tier: 'indentation',
  },
  {
    name: 'a new text that is indented as the file is though the passage has tabs',
    content: 'spec:\n  replicas: 1\n  paused: true\n',
    oldStr: 'spec:\n\treplicas: 1\n',
    newStr: 'spec:\n  replicas: 2\n',
    expected: 'spec:\n  replicas: 2\n  paused: true\n',
    tier: 'indentation',
  },
  {
    name: 'a new text that is indented as the file is though the passage has wider steps',
    content: 'a:\n  b:\n    c: 1\n    d: 1\n',
    oldStr: '  b:\n      c: 1\n',
    newStr: '  b:\n    c: 2\n',
    expected: 'a:\n  b:\n    c: 2\n    d: 1\n',
    tier: 'indentation',
  },
  {
    name: 'Python with tabs in the passage and the spaces of the file in the new text',
    content: 'class A:\n    def run(self):\n        start()\n        report()\n',
    oldStr: '\tdef run(self):\n\t\tstart()\n',
    newStr: '    def run(self):\n        prepare()\n        start()\n',
    expected: 'class A:\n    def run(self):\n        prepare()\n        start()\n        report()\n',
    tier: 'indentation',
  },
  {
    name: 'a new text with tabs as the file has them though the passage has spaces',
    content: 'func main() {\n\tif ok {\n\t\trun()\n\t}\n}\n',
    oldStr: '    if ok {\n        run()\n    }\n',
    newStr: '\tif ok {\n\t\tstop()\n\t}\n',
    expected: 'func main() {\n\tif ok {\n\t\tstop()\n\t}\n}\n',
    tier: 'indentation',
  },
  {
    name: 'a passage with tabs, a new text with four spaces and a file with two',
    content: 'a:\n  b:\n    c: 1\n    d: 1\n',
    oldStr: '\tb:\n\t\tc: 1\n',
    newStr: '    b:\n        c:\n            e: 2\n',
    expected: 'a:\n  b:\n    c:\n      e: 2\n    d: 1\n',
    tier: 'indentation',
  },
  {
    name: 'new keys alone, indented as the file is though the passage has tabs',
    content: 'a:\n  b:\n    c: 1\n    d: 1\n',
    oldStr: '\t\tc: 1\n',
    newStr: '    x: 2\n    y:\n      z: 3\n',
    expected: 'a:\n  b:\n    x: 2\n    y:\n      z: 3\n    d: 1\n',
    tier: 'indentation',
  },
  {
    name: 'lines wrapped in a key that lack the same indentation as the passage',
    content: 'a:\n  b: 1\n  c: 1\n',
    oldStr: 'b: 1\nc: 1\n',
    newStr: 'x:\n  b: 1\n  c: 1\n',
    expected: 'a:\n  x:\n    b: 1\n    c: 1\n',
    tier: 'indentation',
  },
  {
    name: 'a line moved to its parent by the steps of the passage',
    content: 'a:\n  b:\n    c:\n      d: 1\n      e: 1\n',
    oldStr: 'b:\n    c:\n        d: 1\n        e: 1\n',
    newStr: 'b:\n    d: 1\n    e: 1\n',
    expected: 'a:\n  b:\n    d: 1\n    e: 1\n',
    tier: 'indentation',
  },
  {
    name: 'blanks in place of an empty file',
    content: '',
    oldStr: ' \n',
    newStr: 'a: 1\n',
    expected: 'a: 1\n',
    tier: 'exact',
  },
  { name: 'the whole of an empty file', content: '', oldStr: '', newStr: 'a: 1\n', expected: 'a: 1\n', tier: 'exact' },
];

describe('replaceText when a passage occurs once', () => {
  it.each(applied)('replaces $name', ({ content, oldStr, newStr, expected, tier }) => {
    expect(replaceText(content, { oldStr, newStr })).toMatchObject({ applied: true, content: expected, tier });
  });

  it('returns the lines that were replaced and the diff', () => {
    expect(
      replaceText(values, { oldStr: '  repository: nginx\n  tag: "1.28"\n', newStr: '  repository: caddy\n' }),
    ).toMatchObject({
      range: { first: 3, last: 4 },
      diff: '@@ -1,6 +1,5 @@\n replicaCount: 1\n image:\n-  repository: nginx\n-  tag: "1.28"\n+  repository: caddy\n service:\n   port: 80\n',
    });
  });
});

describe('replaceText with replaceAll', () => {
  const twice = 'web:\n    port: 80\n    name: x\njobs:\n  deep:\n    port: 80\n    name: x\n';
  it.each([
    {
      name: 'parts of lines, left to right',
      content: 'aaaa b aa',
      oldStr: 'aa',
      newStr: '$&',
      expected: '$&$& b $&',
      count: 3,
      tier: 'exact',
    },
    {
      name: 'lines as each is indented',
      content: twice,
      oldStr: '  port: 80\n  name: x\n',
      newStr: '  port: 81\n  name: x\n  host: y\n',
      expected: twice.replaceAll('    port: 80\n    name: x\n', '    port: 81\n    name: x\n    host: y\n'),
      count: 2,
      tier: 'indentation',
    },
    {
      name: 'the places of the strictest tier only',
      content: 'a b\na  b\na b\n',
      oldStr: 'a b',
      newStr: 'c',
      expected: 'c\na  b\nc\n',
      count: 2,
      tier: 'exact',
    },
    {
      name: 'more places than a refusal lists',
      content: 'a\n'.repeat(150),
      oldStr: 'a',
      newStr: 'b',
      expected: 'b\n'.repeat(150),
      count: 150,
      tier: 'exact',
    },
    {
      name: 'lines of different endings',
      content: 'a\r\nb\r\nc\n',
      oldStr: 'a\nb\nc\n',
      newStr: 'x\ny\nz\n',
      expected: 'x\r\ny\r\nz\n',
      count: 1,
      tier: 'exact',
    },
    {
      name: 'lines that keep their endings',
      content: 'a\r\nb\na\nb\r\n',
      oldStr: 'a\nb',
      newStr: 'a\nx\nb',
      expected: 'a\r\nx\nb\na\nx\r\nb\r\n',
      count: 2,
      tier: 'exact',
    },
  ])('replaces $name', ({ content, oldStr, newStr, expected, count, tier }) => {
    expect(replaceText(content, { oldStr, newStr, replaceAll: true })).toMatchObject({
      content: expected,
      count,
      tier,
    });
  });

  it('returns the lines from the first to the last place', () => {
    expect(replaceText(twice, { oldStr: 'port: 80', newStr: 'port: 81', replaceAll: true })).toMatchObject({
      count: 2,
      range: { first: 2, last: 6 },
      diff: expect.stringContaining('-    port: 80\n+    port: 81'),
    });
  });
});

describe('replaceText with maxLength', () => {
  const edit = { oldStr: 'a', newStr: 'bbb', replaceAll: true };

  it('allows a text of that length', () => {
    expect(replaceText('a a\n', { ...edit, maxLength: 8 })).toMatchObject({ content: 'bbb bbb\n' });
  });

  it('refuses a longer text before it is built', () => {
    expect(replaceText('a a\n', { ...edit, maxLength: 7 })).toMatchObject({
      reason: 'too_long',
      message: expect.stringContaining('longer than 7 characters'),
    });
    const bomb = { oldStr: 'a', newStr: 'b'.repeat(1_000_000), replaceAll: true, maxLength: 1_000_000 };
    expect(replaceText('a'.repeat(1_000_000), bomb)).toMatchObject({ reason: 'too_long' });
  });
});
