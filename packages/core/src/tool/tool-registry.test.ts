import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bindTools } from './bind-tools.ts';
import { defineTool } from './define-tool.ts';
import { ToolRegistry } from './tool-registry.ts';

function toolOf(name: string, category: string) {
  const none = z.object({});
  const definition = defineTool({
    name,
    category,
    description: name,
    effect: 'read',
    input: none,
    output: none,
    execute: async () => ({}),
  });
  return bindTools([definition], {});
}

const registry = new ToolRegistry([
  ...toolOf('sail', 'ship'),
  ...toolOf('chart', 'map'),
  ...toolOf('anchor', 'ship'),
]).freeze();

describe('getToolsForContext', () => {
  it.each([
    [{ toolCategories: ['ship'] }, ['sail', 'anchor']],
    [{ tools: ['anchor', 'chart'] }, ['anchor', 'chart']],
    [{ toolCategories: ['ship'], tools: ['chart', 'sail'] }, ['sail', 'anchor', 'chart']],
    [{}, []],
  ])('selects for %j', (selection, names) => {
    expect(registry.getToolsForContext(selection).map(({ name }) => name)).toEqual(names);
  });

  it('names everything that is not registered', () => {
    expect(() => registry.getToolsForContext({ toolCategories: ['rail'], tools: ['sail', 'row'] })).toThrow(
      'No tool is registered as rail, row.',
    );
  });
});

it('takes no tool twice, and none once it is frozen', () => {
  const [sail] = toolOf('sail', 'ship');
  if (sail === undefined) throw new Error('It binds one tool.');
  expect(() => new ToolRegistry([sail, sail])).toThrow('A tool "sail" exists already.');
  expect(() => registry.register({ ...sail, name: 'row' })).toThrow('The registry is frozen; "row" came too late.');
});
