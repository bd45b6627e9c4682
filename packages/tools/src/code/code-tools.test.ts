import { expect, it } from 'vitest';
import { z } from 'zod';
import { CODE_TOOLS } from './code-tools.ts';

/** Renders the input of a tool: each field with `?` if it is optional, its default and its values. */
function showInput(name: string): string[] {
  const tool = CODE_TOOLS.find((each) => each.name === name);
  const { properties = {}, required = [] } = z.toJSONSchema(tool?.input ?? z.object({}), { io: 'input' });
  return Object.entries(properties).map(([field, schema]) => {
    const { default: value, enum: values } = schema as {
      readonly default?: unknown;
      readonly enum?: readonly string[];
    };
    const notes = [
      ...(value === undefined ? [] : [`= ${JSON.stringify(value)}`]),
      ...(values ? [values.slice(0, 4).join('|')] : []),
    ];
    return [`${field}${required.includes(field) ? '' : '?'}`, ...notes].join(' ');
  });
}

// Clients of the toolset that these tools come from use these names.
it('the code tools keep their names and inputs', () => {
  expect(showInput('analyzeCodeStructure')).toEqual(['filePath', 'language? typescript|javascript|python|java']);
  expect(showInput('findReferences')).toEqual(['symbol', 'filePattern?']);
  expect(showInput('analyzeDependencies')).toEqual(['includeDevDependencies? = true']);
  expect(showInput('renameSymbol')).toEqual(['filePath', 'symbol', 'line?', 'newName']);
  expect(showInput('replaceSymbol')).toEqual(['filePath', 'symbol', 'line?', 'newText']);
  expect(showInput('insertAtSymbol')).toEqual(['filePath', 'symbol', 'line?', 'position before|after', 'text']);
});

it('the code tools that edit are writes, the others reads', () => {
  expect(CODE_TOOLS.map(({ name, effect }) => [name, effect])).toEqual([
    ['analyzeCodeStructure', 'read'],
    ['findReferences', 'read'],
    ['analyzeDependencies', 'read'],
    ['renameSymbol', 'write'],
    ['replaceSymbol', 'write'],
    ['insertAtSymbol', 'write'],
  ]);
});
