import { expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { bindTool, bindTools, type PortsOfAll } from './bind-tools.ts';
import { defineTool } from './define-tool.ts';
import { toAITool } from './to-ai-tool.ts';
import { createToolExecutionContext, type ToolContext } from './tool-execution-context.ts';

const greet = defineTool({
  name: 'greet',
  description: 'Greets.',
  effect: 'read',
  input: z.object({ name: z.string(), loud: z.boolean().default(false) }),
  output: z.object({ text: z.string() }),
  async execute({ name, loud }, { ports }: ToolContext<{ greeting: string }>) {
    const text = `${ports.greeting} ${name}`;
    return { text: loud ? text.toUpperCase() : text };
  },
});

const count = defineTool({
  name: 'count',
  description: 'Counts.',
  effect: (input) => (input.reset ? 'write' : 'read'),
  input: z.object({ reset: z.boolean() }),
  output: z.object({ total: z.number() }),
  async execute(_input, { ports }: ToolContext<{ total: number }>) {
    return { total: ports.total };
  },
});

const context = createToolExecutionContext({ principal: { userId: 'u', organizationId: 'o', via: 'local' } });

it('createToolExecutionContext takes the id of a run as that of the task, and generates one without a run', () => {
  const { principal } = context;
  expect(createToolExecutionContext({ principal, runId: 'r' })).toMatchObject({ taskId: 'r', runId: 'r' });
  expect(context.taskId).toMatch(/^[0-9a-f-]{36}$/);
});

it('PortsOfAll has the ports of every tool', () => {
  expectTypeOf<PortsOfAll<[typeof greet, typeof count]>>().toEqualTypeOf<{ greeting: string } & { total: number }>();
});

it('bindTools returns a tool that completes the input, runs with its ports and checks the output', async () => {
  const [tool] = bindTools([greet, count], { greeting: 'Ahoy', total: 1 });
  await expect(tool?.execute(tool.parse({ name: 'Ada' }), context)).resolves.toEqual({ text: 'Ahoy Ada' });
  expect(() => tool?.parse({})).toThrow(/Invalid input for greet: name: /);
  expect(() => tool?.parse(7)).toThrow('Invalid input for greet: must be an object, not a number');
  expect(tool?.inputSchema).toMatchObject({ type: 'object', required: ['name'] });
});

it('bindTools derives the effect of a call from its input', () => {
  const tool = bindTools([greet, count], { greeting: '', total: 0 })[1];
  expect([tool?.effect({ reset: true }), tool?.effect({ reset: false }), tool?.worstEffect]).toEqual([
    'write',
    'read',
    'write',
  ]);
});

it('bindTools refuses two tools of one name', () => {
  expect(() => bindTools([greet, greet], { greeting: '' })).toThrow(/Two tools are called "greet"/);
});

it('bindTools does not compile without a port', () => {
  // @ts-expect-error the port of `count` is missing
  expect(bindTools([greet, count], { greeting: '' })).toHaveLength(2);
});

const tool = bindTool(
  defineTool({
    name: 'note',
    description: 'Notes things.',
    effect: 'read',
    input: z.object({
      text: z.string().min(1).max(200).describe('What to note.'),
      maxLength: z.string().max(9).default('short'),
      tags: z.array(z.union([z.string().min(2), z.literal('a')])).max(5),
      by: z.record(z.string().min(1), z.object({ minLength: z.number().max(3) })),
      size: z.number().int().min(1).optional(),
      limits: z.object({ minLength: z.number().optional() }).default({ minLength: 3 }),
      object: z
        .string()
        .regex(/^[a-z]+\/[a-z]+$/)
        .describe('kind/name')
        .optional(),
      code: z
        .string()
        .regex(/^[a-z]+$/)
        .optional(),
    }),
    output: z.object({}),
    execute: async () => ({}),
  }),
  async () => ({}),
);

it('toAITool removes lengths, bounds of all integers and explained patterns from the schema', () => {
  expect(toAITool(tool).inputSchema).toEqual({
    type: 'object',
    properties: {
      text: { type: 'string', description: 'What to note.' },
      maxLength: { type: 'string', default: 'short' },
      tags: { type: 'array', maxItems: 5, items: { anyOf: [{ type: 'string' }, { type: 'string', const: 'a' }] } },
      by: {
        type: 'object',
        propertyNames: { type: 'string' },
        additionalProperties: {
          type: 'object',
          properties: { minLength: { type: 'number', maximum: 3 } },
          required: ['minLength'],
        },
      },
      size: { type: 'integer', minimum: 1 },
      limits: { type: 'object', properties: { minLength: { type: 'number' } }, default: { minLength: 3 } },
      object: { type: 'string', description: 'kind/name' },
      code: { type: 'string', pattern: '^[a-z]+$' },
    },
    required: ['text', 'tags', 'by'],
  });
});

it('bindTool keeps and checks what it removes from the schema for models', () => {
  expect(tool.inputSchema.properties['text']).toMatchObject({ minLength: 1, maxLength: 200 });
  expect(tool.inputSchema.properties['object']).toHaveProperty('pattern');
  expect(() => tool.parse({ text: '', tags: [], by: {} })).toThrow(/text/);
  expect(() => tool.parse({ text: 'x', tags: [], by: {}, object: 'web' })).toThrow(/object/);
});
