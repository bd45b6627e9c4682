import { expect, it } from 'vitest';
import { findOmission } from './replace-text.ts';

it.each([
  '# ...',
  '    # … existing values …',
  '# ... rest unchanged',
  '# (rest of the file unchanged)',
  '# rest omitted',
  '# remaining values...',
  '{{/* ... */}}',
  '{{- /* rest of the template unchanged */ -}}',
  '// ... existing code ...',
  '/* ... */',
  '<!-- ... other rows ... -->',
  '-- ... same as before',
  '(rest of the methods ...)',
  '... rest of file',
  `# ... rest ${'x'.repeat(69)}`,
])('findOmission finds the lines that %s leaves out', (line) => {
  expect(findOmission(`a: 1\n${line}\nb: 2`, 'a: 1\nb: 1')).toBe(line.trim());
  expect(findOmission(line, `# first\n  ${line.trim()}`)).toBeUndefined();
});

it.each([
  '...',
  'text: "..."',
  '# Names of hosts, ports, ...',
  '#   ...',
  '# the rest is handed on to the container',
  '# -- Existing secret with the password',
  '# keep existing claims',
  '{{/* Common labels */}}',
  '{{- include "chart.labels" . | nindent 4 }}',
  'echo "other commands ..."',
  'const all = [...rest];',
  '...rest,',
  '[...rest, last]',
  `# ... rest ${'very '.repeat(20)}long`,
])('findOmission returns nothing for %s', (line) => {
  expect(findOmission(`a: 1\n${line}\nb: 2`, 'a: 1\nb: 1')).toBeUndefined();
});
