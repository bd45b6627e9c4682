import { describe, expect, it } from 'vitest';
import { replaceText, toUnifiedDiff } from '../../src/text/index.ts';

type Edit = readonly [file: string, oldStr: string, newStr: string];

const values = `image:
  repository: nginx
  tag: "1.28"

service:
  ports:
    - name: http
      port: 80
    - name: https
      port: 443
  type: ClusterIP
`;
const tabs = 'func main() {\n\tif ready {\n\t\tserve()\n\t}\n\treturn\n}\n';
const wide = 'server:\n    listen: 80\n    tls:\n        cert: a\n        key: b\n';
const mixed = 'one:\r\n  two: 2\n  three: 3\r\nfour: 4';
const repeated = 'a: 1\nb: 2\na: 1\nb: 3\na: 1\n';

/** Edits by the name of the file that lists their results. */
const edits: Readonly<Record<string, readonly Edit[]>> = {
  indentation: [
    [values, 'repository: nginx\ntag: "1.28"', 'repository: httpd\ntag: "2.4"\ndigest: x'],
    [values, 'repository: nginx\n  tag: "1.28"', 'repository: httpd\n  tag: "2.4"'],
    [values, 'repository: nginx\n  tag: "1.28"', 'repository: httpd\ntag: "2.4"'],
    [values, 'repository: nginx\n  tag: "1.28"', 'repository: httpd'],
    [values, '    repository: nginx\n    tag: "1.28"', '    repository: httpd\n\n    tag: "2.4"'],
    [
      values,
      'service:\n    ports:\n        - name: http\n          port: 80',
      'service:\n    ports:\n        - name: web\n          port: 81\n          nodePort: 1',
    ],
    [values, '- name: http\n  port: 80', '- name: http\n  port: 8080\n- name: admin\n  port: 9090'],
    [values, '- name: http\n  port: 80\n- name: https\n  port: 443', '- name: https\n  port: 8443'],
    [values, 'ports:\n- name: http\n  port: 80', 'ports:\n- name: http\n  port: 81'],
    [values, '\n\n  repository: nginx', '\n\n  repository: httpd'],
    [values, '\n\nrepository: nginx\ntag: "1.28"', '\n\nrepository: httpd\ntag: "1"'],
    [values, '\ttype: ClusterIP', '\ttype: NodePort'],
    [values, '  type:  ClusterIP', '  type: NodePort'],
    [values, 'tag: “1.28”', 'tag: “1.29”'],
    [values, 'service:\n  ports:', 'service:\n  annotations:\n    a: b\n  ports:'],
    [tabs, 'if ready {\n  serve()\n}', 'if ready {\n  log()\n  serve()\n}'],
    [
      tabs,
      '    if ready {\n        serve()\n    }',
      '    if ready {\n        if open {\n            serve()\n        }\n    }',
    ],
    [tabs, 'if ready {\n\t\tserve()\n\t}', 'if !ready {\n\t\treturn\n\t}'],
    [tabs, 'serve()\n\t}\n\treturn', 'serve()\n\t}\n\tstop()\n\treturn'],
    [wide, 'tls:\n  cert: a\n  key: b', 'tls:\n  cert: c\n  chain:\n    root: d'],
    [wide, 'listen: 80\ntls:\n  cert: a', 'listen: 81\ntls:\n  cert: a'],
    [wide, '  tls:\n    cert: a\n    key: b', '  tls:\n    cert: a\n    key: c\n  mode: strict'],
  ],
  'a first line that is cut off': [
    [values, 'repository: nginx  \n  tag: "1.28"', 'repository: httpd\n  tag: "2"'],
    [values, 'repository: nginx  \n  tag: "1.28"', 'repository: httpd\n\n  tag: "2"\n    deep: 1'],
    [values, 'repository: nginx  \n  tag: "1.28"', 'repository: httpd\ntag: "2"'],
    [values, 'repository: nginx  \n  tag: "1.28"', '\nrepository: httpd'],
    [values, '- name: http \n      port: 80', '- name: web\n      port: 81\n      nodePort: 1'],
    [values, '  - name: http \n      port: 80', '  - name: web\n      port: 81'],
    [values, '- name: http \n    port: 80', '- name: web\n    port: 81'],
    [values, '- name: http \n      port: 80\n    - name: https', '- name: web\n      port: 81\n    - name: https'],
    [values, 'image: \n  repository: nginx', 'image:\n  repository: httpd'],
    [values, 'repository: nginx  \n  tag: "1.28"', '\n\n'],
    [tabs, 'if ready { \n\t\tserve()\n\t}', 'if !ready {\n\t\treturn\n\t}'],
    [tabs, 'if ready { \n\t\tserve()', 'if !ready {\nreturn'],
    [values, ' tag: "1.28" \n\nservice:', ' tag: "2"\n\nservice:'],
  ],
  'a part of the indentation': [
    [values, ' type: ClusterIP', ' type: NodePort\n externalIPs: []'],
    [values, ' type: ClusterIP', '  type: NodePort\n  externalIPs: []'],
    [values, ' type: ClusterIP', ' type: NodePort\n\n externalIPs: []'],
    [values, ' type: ClusterIP', 'type: NodePort\nexternalIPs: []'],
    [values, 'type: ClusterIP', 'type: NodePort\nexternalIPs: []'],
    [values, 'type: ClusterIP', '  type: NodePort\n  externalIPs: []'],
    [values, 'ClusterIP', 'NodePort\n  externalIPs: []'],
    [values, ' repository: nginx\n  tag: "1.28"', '  repository: httpd\n  tag: "2"'],
    [values, ' repository: nginx\n  tag: "1.28"', ' repository: httpd\n  tag: "2"'],
    ['a: “1”\nb: 2\na: “1”\n', 'a: "1"', 'a: "2"'],
    ['  a: “1”\nb: 2\n  a: “1”\n', '\ta: "1"', 'a: "2"'],
  ],
  'line endings': [
    [mixed, '  two: 2\n', '  two: 22\n  more: 1\n'],
    [mixed, 'two: 2\n  three: 3\nfour: 4', 'two: 2\n  three: 33\n  five: 5\nfour: 4'],
    [mixed, 'four: 4', 'four: 4\nfive: 5'],
    [mixed, 'one:\n  two: 2', 'zero: 0\none:\n  two: 2'],
    [`\uFEFF${mixed}`, 'one:', 'first:'],
    ['a\r\nb\r\nc\r\n', 'b', 'b1\nb2\nb3'],
    ['a\nb\nc\r\n', 'a\nb\nc', 'x\ny'],
    ['', '', 'new'],
  ],
  refusals: [
    [values, 'repository: apache', 'repository: httpd'],
    [values, '- name: httpx\n  port: 80', '- name: x'],
    [values, 'service:\n  ports:\n    - name: http\n      port: 81', 'x'],
    [values, 'type: ClusterIPs\nimage:', 'x'],
    [values, 'something else entirely', 'x'],
    [values, 'image:\n  repository: httpd\n  tag: "2"', 'image:\n  repository: nginx\n  tag: "1.28"'],
    [values, 'port: 8443', 'port: 443'],
    [`${values}${'x'.repeat(300)}: 1\n`, `${'x'.repeat(299)}y: 1`, 'x'],
    [repeated, 'a: 1', 'a: 2'],
    [repeated, 'a: 1\nb: 4', 'a: 2'],
    [repeated, ' a: 1', ' a: 2'],
    [`${repeated}${'c: 1\n'.repeat(120)}`, 'c: 1', 'c: 2'],
    [values, '    \n', 'x'],
    ['abcdef\nbadcfe\n\nfedcba\n', 'abcdeg', 'x'],
    ['abcdef\nbadcfe\n\nfedcba\n', 'badcfg\n\nfedcbx', 'x'],
    ['y\nz\n', 'x', 'w'],
    ['y\nlonger line here\n', 'x\nlonger line there', 'w'],
    ['one: 1\n\n\n', 'two', '\n\n'],
    ['one: 1\nname: web\n', 'two: 2', 'one: 1\n\nname: web'],
    [`${'k'.repeat(200)}\n`, `${'k'.repeat(199)}x`, 'w'],
  ],
};

function apply([file, oldStr, newStr]: Edit): string {
  const result = replaceText(file, { oldStr, newStr });
  return result.applied
    ? `${result.tier}:\n${JSON.stringify(result.content).replaceAll('\\n', '\\n\n')}`
    : `${result.reason}: ${result.message}`;
}

describe('replaceText', () => {
  it.each(Object.entries(edits))('makes the listed texts of edits with %s', async (name, all) => {
    const texts = all.map(
      (edit) => `## ${JSON.stringify(edit[1]).slice(0, 120)} → ${JSON.stringify(edit[2])}\n${apply(edit)}`,
    );
    await expect(`${texts.join('\n')}\n`).toMatchFileSnapshot(`edited-texts/${name.replaceAll(' ', '-')}.txt`);
  });
});

describe('toUnifiedDiff', () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);
  const text = `${lines.join('\n')}\n`;
  const change = (...changed: readonly number[]): string =>
    `${lines.map((line, index) => (changed.includes(index + 1) ? `${line} changed` : line)).join('\n')}\n`;

  it.each<[what: string, before: string, after: string]>([
    ['first', text, change(1)],
    ['second', text, change(2)],
    ['fifth', text, change(5)],
    ['middle', text, change(15)],
    ['last but four', text, change(26)],
    ['last', text, change(30)],
    ['far', text, change(3, 27)],
    ['near', text, change(12, 16)],
    ['added', text, text.replace('line 15\n', 'line 15\nline 15\n')],
    ['removed', text, text.replace('line 15\n', '')],
    ['appended', text, `${text}end`],
    ['cut', text, text.slice(0, -1)],
    ['emptied', 'a\n', ''],
    ['filled', '', 'a\n'],
    ['repeated', 'a\n'.repeat(12), 'a\n'.repeat(14)],
    ['same', text, text],
  ])('shows the change: %s', async (name, before, after) => {
    await expect(`${toUnifiedDiff(before, after)}\n`).toMatchFileSnapshot(`unified-diffs/${name}.txt`);
  });

  it('does not show a change of more than 500 lines', () => {
    const [before, after] = ['a', 'b'].map((letter) =>
      Array.from({ length: 600 }, (_, index) => `${letter}${index}\n`).join(''),
    );
    expect(toUnifiedDiff(before ?? '', after ?? '')).toBe('The change is too large to be shown.');
  });
});
