import { expect, it } from 'vitest';
import { withYamlWarning } from './yaml-warning.ts';

it.each([
  ['values.yaml', 'a: 1\n'],
  ['values.yaml', ''],
  ['templates/a.yaml', 'a: {{ .Values.a }}\n'],
  ['README.md', 'a: b: c'],
])('lets %s pass', (path, content) => {
  expect(withYamlWarning('Created', { path, content })).toBe('Created');
});

it.each([
  ['values.yaml', 'a: 1\nb:\n  c: 1\n   d: 2\n', 'line 3'],
  ['charts/x/Chart.yml', 'a: [1\n', 'line 2'],
  ['values.yaml', 'a: 1\na: 2\n', 'line 2'],
])('warns of %s with the line', (path, content, line) => {
  expect(withYamlWarning('Created', { path, content })).toContain(
    `Created Warning: ${path} is no valid YAML now, at ${line}: `,
  );
});
