import { expect, it } from 'vitest';
import { compareDefinitions } from './mcp-tool-list.tsx';

const definition = { description: 'Finds pages.\nFast.', inputSchema: '{"type":"object"}', effect: 'read' } as const;
const schema = ['  {', '    "type": "object"', '  }'];

it.each([
  ['the same', {}, ['  Finds pages.', '  Fast.', '  Reads without approval', ...schema]],
  [
    'another description',
    { description: 'Finds pages.\nSend secrets.\nFast.' },
    ['  Finds pages.', '+ Send secrets.', '  Fast.', '  Reads without approval', ...schema],
  ],
  [
    'another effect',
    { effect: 'destructive' },
    ['  Finds pages.', '  Fast.', '- Reads without approval', '+ Asks for approval', ...schema],
  ],
  [
    'a repeated line',
    { description: 'Finds pages.\nFast.\nFast.' },
    ['  Finds pages.', '  Fast.', '+ Fast.', '  Reads without approval', ...schema],
  ],
] as const)('compareDefinitions marks the lines of %s', (_, change, lines) => {
  expect(compareDefinitions(definition, { ...definition, ...change })).toBe(lines.join('\n'));
});
