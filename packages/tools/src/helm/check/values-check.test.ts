import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkValues, PathSet } from './values-check.ts';

function check(values: string, template: string, more: Readonly<Record<string, string>> = {}) {
  const files = { 'Chart.yaml': 'name: shop\n', 'values.yaml': values, 'templates/a.yaml': template, ...more };
  return checkValues(new Map(Object.entries(files))).map(({ check: rule, message, line }) => [
    rule,
    message.match(/[\w.-]*\w(?= is not|\.$)/)?.[0],
    line,
  ]);
}

it.each([
  ['a: 1\n', '{{ .Values.a }}', []],
  ['a: 1\nb: 2\n', '{{ .Values.a }}', [['unused-value', 'b', 2]]],
  ['a:\n  b: 1\n  c: 2\n', '{{ .Values.a.b }}', [['unused-value', 'a.c', 3]]],
  ['a:\n  b: 1\n', '{{ toYaml .Values.a }}', []],
  ['a:\n  b: 1\n', '{{ with $.Values.a }}{{ .b }}{{ end }}', []],
  ['a:\n  b-c: 1\n', '{{ index .Values "a" "b-c" }}', []],
  ['a: 1\n', '{{ toYaml .Values }}', []],
  ['a: 1\n', '{{/* .Values.a */}}', [['unused-value', 'a', 1]]],
  ['a: "{{ .Values.b }}"\nb: 1\n', '{{ tpl .Values.a . }}', []],
  ['a: 1\n', '{{ .Values.a }}\n{{ .Values.b }}', [['undefined-value', '.Values.b', 2]]],
  ['a: {}\nb:\n', '{{ .Values.a.x }}{{ .Values.b.y }}', []],
  ['a: 1\n', '{{ .Values.a }}{{ .Values.b | default 1 }}', []],
  ['a: 1\n', '{{ .Values.a }}{{ if .Values.b }}{{ .Values.b.c }}{{ end }}', []],
  ['a: 1\n', '{{ .Values.a }}{{ .Values.global.x }}', []],
  [
    'a: 1\n',
    '{{ .Values.a }}{{- if eq 1 2 }}\n\n  {{ print\n    .Values.deep.er }}{{ end }}',
    [['undefined-value', '.Values.deep.er', 4]],
  ],
])('checkValues of values %j with the template %j', (values, template, issues) => {
  expect(check(values, template)).toEqual(issues);
});

it('checkValues ignores the values of dependencies', () => {
  const chart = 'name: shop\ndependencies:\n- { name: redis, alias: cache }\n';
  expect(check('cache:\n  size: 1\n', '{{ .Values.cache.other }}', { 'Chart.yaml': chart })).toEqual([]);
});

it('checkValues compares 40,000 values with 25,000 references before the test times out', { timeout: 10_000 }, () => {
  const values = Array.from({ length: 40_000 }, (_, index) => `value${index}: 1\n`).join('');
  const template = Array.from({ length: 25_000 }, (_, index) => `{{ .Values.value${2 * index} }}\n`).join('');
  const issues = check(values, template);
  expect(issues.filter(([rule]) => rule === 'unused-value')).toHaveLength(20_000);
  expect(issues.filter(([rule]) => rule === 'undefined-value')).toHaveLength(5_000);
});

it('checkValues reads a template of blanks before the test times out', { timeout: 10_000 }, () => {
  expect(check('a: 1\n', `{{${' '.repeat(300_000)}`)).toEqual([['unused-value', 'a', 1]]);
});

const path = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 4 });
const isWithin = (inner: readonly string[], outer: readonly string[]) =>
  outer.length <= inner.length && outer.every((key, index) => inner[index] === key);

it('PathSet finds the same paths above and below as a search through all of them', () => {
  fc.assert(
    fc.property(fc.array(path, { maxLength: 6 }), path, (paths, wanted) => {
      const set = new PathSet(paths);
      expect(set.hasAbove(wanted)).toBe(paths.some((each) => isWithin(wanted, each)));
      expect(set.hasBelow(wanted)).toBe(paths.some((each) => isWithin(each, wanted)));
    }),
  );
});
