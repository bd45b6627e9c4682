import { expect, it } from 'vitest';
import { createInlineCompute } from '../compute/create-inline-compute.ts';
import { withYamlWarning } from './yaml-warning.ts';

const compute = createInlineCompute();
const caller = {
  principal: { userId: 'u', organizationId: 'o', via: 'session' },
  signal: new AbortController().signal,
} as const;

it.each([
  ['values.yaml', 'a: 1\n'],
  ['values.yaml', ''],
  ['templates/a.yaml', 'a: {{ .Values.a }}\n'],
  ['README.md', 'a: b: c'],
])('withYamlWarning accepts %s', async (path, content) => {
  expect(await withYamlWarning({ message: 'Created', path, content }, compute, caller)).toBe('Created');
});

it.each([
  ['values.yaml', 'a: 1\nb:\n  c: 1\n   d: 2\n', 'line 3'],
  ['charts/x/Chart.yml', 'a: [1\n', 'line 2'],
  ['values.yaml', 'a: 1\na: 2\n', 'line 2'],
])('withYamlWarning warns of %s with the line', async (path, content, line) => {
  expect(await withYamlWarning({ message: 'Created', path, content }, compute, caller)).toContain(
    `Created Warning: ${path} is no valid YAML now, at ${line}: `,
  );
});
