import { expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { bindTools, type PortsOf, type PortsOfAll } from './bind-tools.ts';
import { defineTool, defineToolFamily } from './define-tool.ts';
import type { ToolContext } from './tool-execution-context.ts';

const declaration = {
  description: 'Measures.',
  effect: 'read',
  input: z.object({ text: z.string(), times: z.number().default(1) }),
  output: z.object({ length: z.coerce.number() }),
} as const;

const measure = defineTool({ ...declaration, name: 'measure', execute: async ({ text }) => ({ length: text.length }) });
const weigh = defineTool({
  ...declaration,
  name: 'weigh',
  category: 'physics',
  execute: async (_input, { ports }: ToolContext<{ scale: number }>) => ({ length: ports.scale }),
});

it.each(['', 'has space', 'dots.are.out', 'x'.repeat(65)])('defineTool refuses the name "%s"', (name) => {
  expect(() => defineTool({ ...measure, name })).toThrow(/must match/);
});

it('defineToolFamily gives its name as the category to tools without one', () => {
  const [first, second] = bindTools(defineToolFamily('tailor', [measure, weigh]), { scale: 2 });
  expect([first?.category, second?.category]).toEqual(['tailor', 'physics']);
});

it('defineTool types the input as completed and the output as given', () => {
  defineTool({
    ...declaration,
    name: 'typed',
    execute: async (input, context) => {
      expectTypeOf(input).toEqualTypeOf<{ text: string; times: number }>();
      expectTypeOf(context.ports).toBeUnknown();
      return { length: '3' };
    },
    toModel: (output) => {
      expectTypeOf(output).toEqualTypeOf<{ length: number }>();
      return '';
    },
  });
});

it('defineTool keeps the name and the ports in the type', () => {
  expectTypeOf(measure.name).toEqualTypeOf<'measure'>();
  expectTypeOf<PortsOf<typeof weigh>>().toEqualTypeOf<{ scale: number }>();
  expectTypeOf<PortsOfAll<[typeof measure]>>().toBeUnknown();
});

it('bindTools binds tools that are defined in place', () => {
  const tools = bindTools([defineTool({ ...declaration, name: 'inline', execute: async () => ({ length: 1 }) })], {});
  expect(tools).toHaveLength(1);
});

it('defineTool does not compile with an output of another shape', () => {
  // @ts-expect-error `length` is missing
  const wrong = defineTool({ ...declaration, name: 'wrong', execute: async () => ({ size: 1 }) });
  expect(wrong.name).toBe('wrong');
});
