import { expect, test } from 'vitest';
import { summarizeToolCall, toToolCallName } from './tool-summary.ts';

test.each([
  [
    'textEditor',
    { command: 'view', path: 'values.yaml' },
    { kind: 'read', doing: 'Reading', done: 'Read', target: 'values.yaml' },
  ],
  [
    'textEditor',
    { command: 'create', path: 'a.yaml', content: '' },
    { kind: 'create', doing: 'Creating', done: 'Created', target: 'a.yaml' },
  ],
  [
    'textEditor',
    { command: 'str_replace', path: 'a.yaml' },
    { kind: 'edit', doing: 'Editing', done: 'Edited', target: 'a.yaml' },
  ],
  [
    'textEditor',
    { command: 'toString', path: 'a.yaml' },
    { kind: 'edit', doing: 'Working on', done: 'Worked on', target: 'a.yaml' },
  ],
  ['textEditor', undefined, { kind: 'edit', doing: 'Working on', target: 'a file' }],
  ['textEditor', { path: 7 }, { kind: 'edit', doing: 'Working on', target: 'a file' }],
  [
    'renameFile',
    { path: 'a.yaml', newPath: 'b.yaml' },
    { kind: 'edit', doing: 'Moving', done: 'Moved', target: 'a.yaml → b.yaml' },
  ],
  ['renameFile', { path: 'a.yaml', newPath: 7 }, { doing: 'Moving', target: 'a.yaml' }],
  ['textEditor', { command: 'view' }, { kind: 'read', doing: 'Reading', target: 'a file' }],
  ['deleteFile', {}, { doing: 'Deleting', target: 'a file' }],
  ['deleteFile', { path: 'a.yaml' }, { kind: 'edit', doing: 'Deleting', done: 'Deleted', target: 'a.yaml' }],
  ['readFile', { filePath: 'src/a.ts' }, { kind: 'read', done: 'Read', target: 'src/a.ts' }],
  [
    'readFile',
    { filePath: 'src/a.ts', startLine: 1, endLine: 80 },
    { done: 'Read', target: 'src/a.ts, lines 1 to 80' },
  ],
  ['readFile', { filePath: 'a', startLine: 9 }, { done: 'Read', target: 'a, lines 9 to the end' }],
  ['writeFile', { filePath: 'a.ts' }, { kind: 'create', done: 'Wrote', target: 'a.ts' }],
  ['editFile', {}, { kind: 'edit', doing: 'Editing', target: 'files' }],
  ['moveFile', { from: 'a', to: 'b' }, { kind: 'edit', done: 'Moved', target: 'a → b' }],
  ['removeFile', { filePath: 'a' }, { kind: 'edit', done: 'Deleted', target: 'a' }],
  ['listDirectory', { dirPath: '.' }, { kind: 'read', done: 'Listed', target: '.' }],
  ['searchFiles', { pattern: 'x', filePattern: '*.py' }, { kind: 'look-up', done: 'Searched', target: '"x" in *.py' }],
  ['proposePlan', {}, { kind: 'other', doing: 'Planning', done: 'Planned', target: 'the change' }],
  ['getChartContext', {}, { kind: 'read', doing: 'Reading', done: 'Read', target: 'the chart' }],
  [
    'latestSubchartVersion',
    { chartName: 'redis' },
    { kind: 'look-up', doing: 'Looking up', done: 'Looked up', target: 'redis' },
  ],
  ['latestKubernetesVersion', {}, { kind: 'look-up', doing: 'Looking up', done: 'Looked up', target: 'Kubernetes' }],
  [
    'mcp__wiki__search_all__pages',
    { query: 'x' },
    { kind: 'other', doing: 'Calling', done: 'Called', target: 'search_all__pages of wiki' },
  ],
  ['kubectl_logs', { pod: 'a' }, { kind: 'other', doing: 'Running', done: 'Ran', target: 'logs a' }],
])('summarizeToolCall summarizes %s %o', (toolName, input, summary) => {
  expect(summarizeToolCall(toolName, input)).toMatchObject(summary);
});

test('summarizeToolCall names a file only for calls of the editor', () => {
  expect(summarizeToolCall('textEditor', { command: 'view', path: 'values.yaml' }).path).toBe('values.yaml');
  expect(summarizeToolCall('textEditor', {})).not.toHaveProperty('path');
  expect(summarizeToolCall('latestSubchartVersion', { chartName: 'redis' })).not.toHaveProperty('path');
});

test.each([
  ['textEditor', { command: 'view', path: 'values.yaml' }, 'textEditor values.yaml'],
  ['latestSubchartVersion', { chartName: 'redis' }, 'latestSubchartVersion redis'],
  ['getChartContext', {}, 'getChartContext'],
  ['kubectl_logs', null, 'kubectl logs'],
  ['kubectl_get', { resource: 'pods', namespace: 'payments' }, 'kubectl get pods -n payments'],
])('toToolCallName names %s %o as %s', (toolName, input, name) => {
  expect(toToolCallName(toolName, input)).toBe(name);
});
