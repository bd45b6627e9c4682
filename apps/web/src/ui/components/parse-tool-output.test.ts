import { expect, test } from 'vitest';
import { parseToolOutput } from './parse-tool-output.ts';

test.each([
  ['{"version":"1.2.3"}', { version: '1.2.3' }],
  ['{{ .Values.name }}', '{{ .Values.name }}'],
  ['replicas: 1', 'replicas: 1'],
  ['[1]', '[1]'],
  [{ version: '1.2.3' }, { version: '1.2.3' }],
])('parseToolOutput parses %o', (output, shown) => {
  expect(parseToolOutput(output)).toEqual(shown);
});
