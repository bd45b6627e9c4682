import { defineTool, jsonValueSchema } from '@shipmate/core';
import { actionTypes } from '@shipmate/domain/workflow';
import { z } from 'zod';

export const discoverActionTypes = defineTool({
  name: 'discover_action_types',
  description:
    'Lists the action types of rules: what each does, its output ports with the default first, and the names of its settings. ' +
    'Name a type to get the JSON Schema of its settings.',
  effect: 'read',
  input: () =>
    z.object({
      action_type: z.string().max(100).optional().describe('Return only this type, with the schema of its settings'),
    }),
  output: () =>
    z.object({
      action_types: z.array(
        z.object({
          type: z.string(),
          category: z.string(),
          description: z.string(),
          output_ports: z.array(z.string()),
          config_fields: z.array(z.string()),
          config_schema: z.record(z.string(), jsonValueSchema).optional(),
        }),
      ),
    }),
  async execute({ action_type: wanted }) {
    const shown = wanted === undefined ? actionTypes : actionTypes.filter(({ type }) => type === wanted);
    return {
      action_types: shown.map(({ type, category, description, ports, config }) => {
        const schema = z.toJSONSchema(config, { io: 'input', unrepresentable: 'any' });
        const required = new Set(schema.required);
        return {
          type,
          category,
          description,
          output_ports: ports.map((port, index) => (index === 0 ? `${port} (default)` : port)),
          config_fields: Object.keys(schema.properties ?? {}).map((name) => (required.has(name) ? `${name}*` : name)),
          ...(wanted !== undefined && { config_schema: schema as Record<string, z.core.util.JSONType> }),
        };
      }),
    };
  },
});
