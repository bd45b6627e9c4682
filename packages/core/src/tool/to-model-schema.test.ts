import { expect, it } from 'vitest';
import { z } from 'zod';
import { bindTool } from './bind-tools.ts';
import { defineTool } from './define-tool.ts';
import { toAITool } from './to-ai-tool.ts';

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
    }),
    output: z.object({}),
    execute: async () => ({}),
  }),
  async () => ({}),
);

it('toAITool removes the lengths of texts from the schema', () => {
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
    },
    required: ['text', 'tags', 'by'],
  });
});

it('bindTool keeps and checks the lengths of texts', () => {
  expect(tool.inputSchema.properties['text']).toMatchObject({ minLength: 1, maxLength: 200 });
  expect(() => tool.parse({ text: '', tags: [], by: {} })).toThrow(/text/);
});
