import {
  diagramTypes,
  diagramWeightings,
  layoutTypes,
  type DiagramEdge,
  type DiagramNode,
  type NavigationAction,
} from '@shipmate/domain/code-map';
import { z } from 'zod';
import { patternLimits } from './build/path-matcher.ts';

const maxPath = 1_000;

/** A path of a repository. */
export const pathSchema = z.string().trim().max(maxPath);

const patterns = z.array(z.string().max(patternLimits.length)).max(patternLimits.count);

/** The owner and name of a repository, as parameters. */
export const repositoryShape = {
  owner: z.string().trim().min(1).max(200).describe('The owner of the repository, from the context'),
  repo: z.string().trim().min(1).max(200).describe('The name of the repository, from the context'),
};

/** The filters of a diagram and of a query. */
export const filtersSchema = z
  .object({
    pathPatterns: patterns.optional().describe('Include paths that match, such as "src/**/*.ts"'),
    excludePaths: patterns.optional().describe('Exclude paths that match, such as "**/*.test.ts" or a folder'),
    languages: z.array(z.string().max(50)).max(30).optional(),
    minDepth: z.number().int().min(0).max(100).optional().describe('Fold folders above this depth into the top'),
    maxDepth: z.number().int().min(0).max(100).optional().describe('Fold folders below this depth'),
  })
  .strict();

/** The type of a diagram. */
export const diagramTypeSchema = z.enum(diagramTypes);
/** The layout of a diagram. */
export const layoutTypeSchema = z.enum(layoutTypes);

/** All that a request for a diagram has beside its type and layout. */
export const requestShape = {
  filters: filtersSchema.optional(),
  weighting: z.enum(diagramWeightings).optional().describe('Decides on areas and on what is folded last'),
  weights: z
    .record(z.string().max(maxPath), z.number().min(0).max(1e12))
    .refine((weights) => Object.keys(weights).length <= 500, 'Use at most 500 weights.')
    .optional()
    .describe('Weights by path, for the weighting "custom"'),
  from: pathSchema.optional().describe('Folder, file or path#symbol where an architecture_slice or data_flow begins'),
  nodes: z
    .array(
      z.object({
        path: pathSchema.describe('A path, or path#symbol'),
        label: z.string().max(120).optional(),
        group: z.string().max(80).optional(),
      }),
    )
    .max(200)
    .optional()
    .describe('For the type "custom"'),
  edges: z
    .array(z.object({ from: pathSchema, to: pathSchema, label: z.string().max(80).optional() }))
    .max(400)
    .optional()
    .describe('For the type "custom": edges between paths of "nodes"'),
};

const nodeIds = z.array(z.string().max(1_200)).min(1).max(100);

/** Commands for the page that shows a diagram. */
export const navigationSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('focusNode'), nodeId: z.string().max(1_200) }),
  z.object({ type: z.literal('expandPath'), path: pathSchema }),
  z.object({
    type: z.literal('highlightNodes'),
    nodeIds,
    color: z
      .string()
      .regex(/^(?:#[0-9a-fA-F]{3,8}|[a-z]{3,20})$/u)
      .optional()
      .describe('A name or #rrggbb'),
  }),
  z.object({ type: z.literal('zoomTo'), nodeIds }),
  z.object({ type: z.literal('panTo'), x: z.number().min(-1e6).max(1e6), y: z.number().min(-1e6).max(1e6) }),
]);

/** Actions in results: for the page, not for validation. */
export const actionsSchema: z.ZodType<readonly NavigationAction[]> = z.custom<readonly NavigationAction[]>(
  Array.isArray,
);
/** Nodes and edges in results, as React Flow takes them. */
export const nodesSchema: z.ZodType<readonly DiagramNode[]> = z.custom<readonly DiagramNode[]>(Array.isArray);
export const edgesSchema: z.ZodType<readonly DiagramEdge[]> = z.custom<readonly DiagramEdge[]>(Array.isArray);

/** Figures of a picture. */
export const statsSchema = z.object({
  files: z.number(),
  shown: z.number(),
  folded: z.number(),
  edges: z.number(),
  droppedEdges: z.number(),
});
