import { defineTool, type ToolContext } from '@shipmate/core';
import { z } from 'zod';
import type { WorkflowToolPorts } from './workflow-tool-ports.ts';

export const discoverEntities = defineTool({
  name: 'discover_entities',
  description:
    'Lists the entities that rules can watch and change, with their fields: "name type", "?" for nullable, "!" for read-only.',
  effect: 'read',
  input: () => z.object({}),
  output: () =>
    z.object({
      entities: z.array(
        z.object({ id: z.string(), name: z.string(), description: z.string(), fields: z.array(z.string()) }),
      ),
    }),
  async execute(_input, { ports, principal }: ToolContext<WorkflowToolPorts>) {
    const entities = await ports.workflowRules.listEntities(principal);
    return {
      entities: entities.map(({ id, name, description, fields }) => ({
        id,
        name,
        description,
        fields: fields.map(
          (field) => `${field.name} ${field.type}${field.isNullable ? '?' : ''}${field.isWritable ? '' : '!'}`,
        ),
      })),
    };
  },
});
