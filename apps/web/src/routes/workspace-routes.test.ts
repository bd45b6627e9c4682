import { expect, it } from 'vitest';
import { toWorkspaceName } from './workspace-routes.ts';

it.each([
  { prompt: 'Add redis', name: 'Add redis' },
  { prompt: '  Add   redis \r\nand more', name: 'Add redis' },
  { prompt: 'word '.repeat(30), name: `${'word '.repeat(11).trim()}…` },
  { prompt: 'x'.repeat(61), name: `${'x'.repeat(59)}…` },
  { prompt: 'x'.repeat(60), name: 'x'.repeat(60) },
  { prompt: 'Add\u0000redis\t', name: 'Add redis' },
  { prompt: '🚢'.repeat(61), name: `${'🚢'.repeat(59)}…` },
])('toWorkspaceName names the workspace of "$prompt"', ({ prompt, name }) => {
  expect(toWorkspaceName(prompt)).toBe(name);
});
