import { defineTool, type ToolContext } from '@shipmate/core';
import { z } from 'zod';
import { findEntityType } from './find-entity-type.ts';
import type { TablesToolPorts } from './tables-tool-ports.ts';

export const describeEntity = defineTool({
  name: 'describe_entity',
  description:
    'Describes an entity: its fields with their types, the key, and the number of rows. Use it before query_entity_rows; ' +
    'discover_entities lists the entities.',
  effect: 'read',
  input: () => z.object({ entity: z.string().max(200).describe('schema.table') }),
  output: () =>
    z.object({
      entity: z.string(),
      description: z.string(),
      key: z.string(),
      fields: z.array(z.object({ name: z.string(), type: z.string(), nullable: z.boolean(), writable: z.boolean() })),
      row_count: z.number().int(),
    }),
  async execute({ entity: wanted }, { ports, principal }: ToolContext<TablesToolPorts>) {
    const { name, description, key, fields } = await findEntityType(ports.entityRows, principal, wanted);
    const { total } = await ports.entityRows.query(principal, name, { offset: 0, limit: 1 });
    return {
      entity: name,
      description,
      key,
      fields: fields.map((field) => ({
        name: field.name,
        type: field.type,
        nullable: field.isNullable,
        writable: field.isWritable,
      })),
      row_count: total,
    };
  },
});
