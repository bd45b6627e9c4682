import type { ChartIssue } from '@shipmate/protocol/web/checks';
import { expect, test } from 'vitest';
import { toFixPrompt } from './file-pane.tsx';

const issue: ChartIssue = { severity: 'error', source: 'template', check: 'render', message: 'It fails.' };

test.each([
  [issue, '- error: It fails.'],
  [{ ...issue, resource: 'Service/web' }, '- error in Service/web: It fails.'],
  [{ ...issue, resource: 'Service/web', file: 'a.yaml' }, '- error in a.yaml: It fails.'],
  [{ ...issue, file: 'a.yaml', line: 3, suggestion: 'Add it.' }, '- error in a.yaml:3: It fails. (Add it.)'],
])('toFixPrompt names the place of an issue: %#', (given, line) => {
  expect(toFixPrompt([given])).toBe(`Fix this finding of the checks:\n${line}`);
});

test('toFixPrompt lists the first of many issues and the number of others', () => {
  const lines = toFixPrompt(Array.from({ length: 23 }, () => issue)).split('\n');
  expect(lines).toHaveLength(22);
  expect(lines.at(-1)).toBe('- and 3 more: validate the chart to see them');
});
