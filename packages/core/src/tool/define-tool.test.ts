import { expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { bindTools, type PortsOf, type PortsOfAll } from './bind-tools.ts';
import { overrideTool } from './bound-tool.ts';
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

it('a schema that is given as a function is made when it is first read, once', () => {
  const made: string[] = [];
  const lazy = defineTool({
    ...declaration,
    name: 'lazy',
    input: () => {
      made.push('input');
      return declaration.input;
    },
    output: () => {
      made.push('output');
      return declaration.output;
    },
    execute: async ({ text }) => ({ length: text.length }),
    preview: async () => 'Measures.',
  });
  expectTypeOf<typeof lazy.input>().toEqualTypeOf<typeof declaration.input>();
  const [bound] = bindTools(defineToolFamily('tailor', [lazy]), {});
  const tool = overrideTool(bound!, { openWorld: true });
  expect(made).toEqual([]);

  expect(tool.parse({ text: 'a' })).toEqual({ text: 'a', times: 1 });
  expect(made).toEqual(['input']);
  expect(tool).toMatchObject({ category: 'tailor', openWorld: true, inputSchema: { required: ['text'] } });
  expect(tool.outputSchema).toMatchObject({ required: ['length'] });
  expect([lazy.input, lazy.output]).toEqual([declaration.input, declaration.output]);
  expect(made).toEqual(['input', 'output']);
});

it('a schema that cannot be made is tried again when it is read again', () => {
  let tries = 0;
  const failing = defineTool({
    ...declaration,
    name: 'failing',
    input: () => {
      tries += 1;
      if (tries === 1) throw new Error('not yet');
      return declaration.input;
    },
    execute: async () => ({ length: 1 }),
  });
  expect(() => failing.input).toThrow('not yet');
  expect(failing.input).toBe(declaration.input);
});

it('a definition may be an instance of a class', async () => {
  class Measure {
    readonly name = 'measured';
    readonly description = 'Measures.';
    readonly effect = 'read';
    readonly input = declaration.input;
    readonly output = declaration.output;
    async execute({ text }: { readonly text: string }) {
      return { length: text.length };
    }
  }
  const [bound] = bindTools(defineToolFamily('tailor', [defineTool(new Measure())]), {});
  expect(await bound!.execute({ text: 'abc' }, {} as never)).toEqual({ length: 3 });
});
