import { expect, it } from 'vitest';
import { toolOf } from '../../test/support/loop-fixture.ts';
import { ToolRegistry } from './tool-registry.ts';

const read = toolOf('read', () => 1);
const write = { ...toolOf('write', () => 1), category: 'files' };

it('ToolRegistry returns its tools by name, by category and in the order of a profile', () => {
  const registry = new ToolRegistry([read, write]);
  expect(registry.get('read')).toBe(read);
  expect(registry.get('absent')).toBeUndefined();
  expect(Object.keys(registry.getAll())).toEqual(['read', 'write']);
  expect(registry.getByCategory('files')).toEqual([write]);
  expect(registry.getToolsForContext({ tools: ['write', 'read'] })).toEqual([write, read]);
  expect(registry.getToolsForContext({ toolCategories: ['files'], tools: ['read', 'write'] })).toEqual([write, read]);
});

it('getToolsForContext names the tools that are not registered', () => {
  const ask = (): unknown => new ToolRegistry([read]).getToolsForContext({ tools: ['read', 'fly', 'swim'] });
  expect(ask).toThrow('No tool is registered as fly, swim.');
  expect(() => new ToolRegistry([read]).getToolsForContext({ toolCategories: ['air'] })).toThrow('registered as air.');
});

it('register refuses a name that exists, and every tool once the registry is frozen', () => {
  const registry = new ToolRegistry([read]);
  expect(() => registry.register(read)).toThrow('A tool "read" exists already.');
  expect(() => registry.freeze().register(write)).toThrow('The registry is frozen; "write" cannot be added.');
});
