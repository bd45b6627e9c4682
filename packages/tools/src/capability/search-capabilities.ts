import { defineTool, type ToolContext } from '@shipmate/core';
import { z } from 'zod';
import { clusterInput, roomFor } from '../kubernetes/answer/cluster-input.ts';
import { readCursor, writeCursor } from '../kubernetes/answer/cursor.ts';
import { fencePlainText } from '../kubernetes/answer/plain-text.ts';
import { countFitting } from '../kubernetes/answer/fitting.ts';
import { moreSchema, toMoreText } from '../kubernetes/answer/more.ts';
import { capabilitySchema, toCapabilityLine, toCapabilityView } from './capability-view.ts';
import type { CapabilityIndexPort } from './index/capability-index-port.ts';

/** The most results that paging reaches. */
const maxRanked = 200;

const stateSchema = z.object({ from: z.number().int().min(0).max(maxRanked) });

export const searchCapabilities = defineTool({
  name: 'search_capabilities',
  description:
    'Finds the kinds that this cluster can create for a need ("postgres database", "certificate for a domain"), custom and built-in ' +
    'alike, best first. Give the need as query, and in phrasings the same need in Kubernetes terms: kinds ("NetworkPolicy egress"), ' +
    'operators, features. Then call get_resource_schema for the one or two that fit best.',
  effect: 'read',
  openWorld: true,
  timeoutMs: 120_000,
  input: () =>
    z.object({
      query: z.string().trim().min(1).max(1_000).describe('What is needed, in a few words.'),
      phrasings: z
        .array(z.string().trim().min(1).max(1_000))
        .max(4)
        .default([])
        .describe('The same need in up to four other ways, in Kubernetes terms.'),
      limit: z.number().int().min(1).max(50).default(10).describe('Results at most.'),
      context: clusterInput.context,
      cursor: clusterInput.cursor,
      maxTokens: clusterInput.maxTokens,
    }),
  output: () =>
    z.object({
      context: z.string(),
      query: z.string(),
      /** Seconds since the index was refreshed. */
      ageSeconds: z.number().int(),
      notes: z.array(z.string()),
      /** The rank of the first result, counted from 1. */
      first: z.number().int(),
      capabilities: z.array(capabilitySchema),
      more: moreSchema.optional(),
    }),
  async execute(input, { ports, principal, signal }: ToolContext<{ capabilityIndex: CapabilityIndexPort }>) {
    const { query, phrasings, limit, context, cursor } = input;
    const question = ['search_capabilities', query, phrasings, context];
    const from = cursor === undefined ? 0 : readCursor(cursor, question, stateSchema).from;
    // One more result shows whether there are more.
    const asked = { query, phrasings, limit: Math.min(from + limit + 1, maxRanked) };
    const found = await ports.capabilityIndex.search({ context, principal }, asked, signal);
    const rest = found.capabilities.slice(from);
    const views = rest.slice(0, limit).map(toCapabilityView);
    const shown = views.slice(0, countFitting(views.map(toCapabilityLine), roomFor(input.maxTokens)));
    const next = from + shown.length;
    return {
      context: found.context,
      query,
      ageSeconds: Math.round(found.ageMs / 1_000),
      notes: [...found.notes],
      first: from + 1,
      capabilities: shown,
      ...(shown.length < rest.length && {
        more: {
          hint: `Others fit less well than these ${shown.length}. Other words may find better ones.`,
          cursor: writeCursor(question, { from: next }),
        },
      }),
    };
  },
  toModel({ context, query, ageSeconds, notes, first, capabilities, more }) {
    const asOf = ageSeconds < 60 ? '' : ` The cluster was indexed ${Math.round(ageSeconds / 60)} min ago.`;
    const count =
      capabilities.length === 0
        ? `No kind fits ${JSON.stringify(query)}. Use other words, such as the name of a product.`
        : `Kinds ${first} to ${first + capabilities.length - 1} for ${JSON.stringify(query)}, best first.`;
    return [
      `[context ${context}] ${[`${count}${asOf}`, ...notes].join(' ')}`,
      ...(capabilities.length === 0
        ? []
        : [fencePlainText(capabilities.map(toCapabilityLine).join('\n'), { source: 'schema' })]),
      ...toMoreText(more),
    ].join('\n');
  },
});
