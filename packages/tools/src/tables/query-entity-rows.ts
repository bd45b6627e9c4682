import { defineTool, fenceText, type ToolContext } from '@shipmate/core';
import { rowAggregateFunctions, rowFilterOperators } from '@shipmate/domain/workflow';
import { z } from 'zod';
import { findEntityType } from './find-entity-type.ts';
import type { TablesToolPorts } from './tables-tool-ports.ts';

const maxRows = 200;
const field = z.string().min(1).max(200);

export const queryEntityRows = defineTool({
  name: 'query_entity_rows',
  description:
    'Reads rows of an entity, newest first, with filters, sort and pages; or aggregates them, by group if asked. Take fields from ' +
    'describe_entity. `total` counts the matching rows on all pages. Use aggregates for sums and counts; do not add rows up yourself.',
  effect: 'read',
  input: () =>
    z.object({
      entity: z.string().max(200).describe('schema.table'),
      fields: z.array(field).min(1).max(50).optional().describe('Default: all'),
      filters: z
        .array(z.object({ field, operator: z.enum(rowFilterOperators), value: z.json().optional() }))
        .max(20)
        .default([])
        .describe('All of them have to hold; value is a list for "in"'),
      sort: z
        .array(z.object({ field, descending: z.boolean().default(false) }))
        .max(5)
        .optional(),
      page: z.number().int().min(1).max(10_000).default(1),
      rows: z.number().int().min(1).max(maxRows).default(50),
      aggregates: z
        .array(z.object({ function: z.enum(rowAggregateFunctions), field: field.optional() }))
        .max(10)
        .default([])
        .describe('Returns groups in place of rows; count needs no field'),
      group_by: z.array(field).max(5).default([]),
    }),
  output: () =>
    z.object({
      entity: z.string(),
      rows: z.array(z.record(z.string(), z.unknown())),
      /** Absent for aggregates. */
      total: z.number().int().optional(),
      has_more: z.boolean(),
    }),
  async execute(input, { ports, principal }: ToolContext<TablesToolPorts>) {
    const { fields, filters, sort, page, rows: limit, aggregates, group_by: groupBy } = input;
    const offset = (page - 1) * limit;
    const { name: entity } = await findEntityType(ports.entityRows, principal, input.entity);
    if (aggregates.length > 0 || groupBy.length > 0) {
      const functions = aggregates.length > 0 ? aggregates : [{ function: 'count' as const }];
      const groups = await ports.entityRows.aggregate(principal, entity, {
        filters,
        groupBy,
        aggregates: functions,
        offset,
        // One more tells whether another page follows.
        limit: limit + 1,
      });
      const rows = groups.slice(0, limit).map((group) => ({ ...group }));
      return { entity, rows, has_more: groups.length > limit };
    }
    const { rows, total } = await ports.entityRows.query(principal, entity, {
      fields,
      filters,
      sort: sort?.map((each) => ({ field: each.field, isDescending: each.descending })),
      offset,
      limit,
    });
    return { entity, rows: rows.map((row) => ({ ...row })), total, has_more: offset + rows.length < total };
  },
  toModel: (output) => fenceText(JSON.stringify(output), { source: 'result', name: output.entity }),
});
