import {
  codeFactKinds,
  diagramChanges,
  diagramNodeKinds,
  diagramTypes,
  diagramWeightings,
  layoutTypes,
} from '@shipmate/domain/code-map';
import { z } from 'zod';

const pathSchema = z.string().max(4_000);
const patternsSchema = z.array(z.string().trim().min(1).max(200)).max(50).readonly();
const depthSchema = z.number().int().min(0).max(100);
const nameSchema = z.string().trim().min(1).max(100);
const descriptionSchema = z.string().trim().max(1_000).nullable();
/** React Flow draws no farther. */
const coordinateSchema = z.number().min(-1e6).max(1e6);
const nodeIdSchema = z.string().min(1).max(4_500);

const maxPlaces = 2_000;

function limitKeys<Value>(fields: Readonly<Record<string, Value>>): boolean {
  return Object.keys(fields).length <= maxPlaces;
}
const tooManyKeys = `must have at most ${maxPlaces} entries`;

/** Selects the files of a diagram. Patterns are globs, anchored at the top of the repository. */
const diagramFiltersSchema = z.strictObject({
  pathPatterns: patternsSchema.optional(),
  excludePaths: patternsSchema.optional(),
  languages: z.array(z.string().trim().min(1).max(50)).max(50).readonly().optional(),
  minDepth: depthSchema.optional(),
  maxDepth: depthSchema.optional(),
});

/** Everything that decides on a picture beside the code itself. */
export const diagramRequestSchema = z.strictObject({
  type: z.enum(diagramTypes),
  filters: diagramFiltersSchema.optional(),
  /** Default: `size`. */
  weighting: z.enum(diagramWeightings).optional(),
  /** Weights by path, for the weighting `custom`. */
  weights: z.record(pathSchema, z.number().min(0).max(1e12)).refine(limitKeys, tooManyKeys).optional(),
  /** Default: the layout of the type. */
  layoutType: z.enum(layoutTypes).optional(),
  /** The folder, entry point or symbol (`path#symbol`) from which a slice begins. */
  from: pathSchema.min(1).optional(),
  /** Edges to draw, strongest first. Default: 60 of an architecture slice and one for each unfolded node, else 400. */
  edgeLimit: z.number().int().min(1).max(400).optional(),
  /** Folders that were unfolded; `!table` and others unfold the facts of a sort. */
  expanded: z.array(pathSchema).max(500).readonly().optional(),
  nodes: z
    .array(
      z.strictObject({
        /** A path, or `path#symbol`. */
        path: pathSchema.min(1),
        label: nameSchema.optional(),
        group: nameSchema.optional(),
      }),
    )
    .max(500)
    .readonly()
    .optional(),
  edges: z
    .array(z.strictObject({ from: pathSchema.min(1), to: pathSchema.min(1), label: nameSchema.optional() }))
    .max(1_000)
    .readonly()
    .optional(),
});

const positionsSchema = z
  .record(nodeIdSchema, z.strictObject({ x: coordinateSchema, y: coordinateSchema }))
  .refine(limitKeys, tooManyKeys);

/** A stored diagram of a repository. */
export const diagramSchema = z.object({
  id: z.string(),
  repositoryId: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  request: diagramRequestSchema,
  /** Positions of nodes that a person moved, by node id; relative to the parent of the node. */
  positions: z.record(z.string(), z.object({ x: z.number(), y: z.number() })),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type DiagramView = z.infer<typeof diagramSchema>;

const evidenceSchema = z.array(z.object({ path: z.string(), line: z.number() })).readonly();

const nodeSchema = z.object({
  id: z.string(),
  type: z.enum(diagramNodeKinds),
  position: z.object({ x: z.number(), y: z.number() }),
  width: z.number(),
  height: z.number(),
  parentId: z.string().optional(),
  extent: z.literal('parent').optional(),
  ariaLabel: z.string(),
  handles: z
    .array(
      z.object({
        type: z.enum(['source', 'target']),
        position: z.enum(['left', 'right', 'top', 'bottom']),
        x: z.number(),
        y: z.number(),
        width: z.number(),
        height: z.number(),
      }),
    )
    .readonly(),
  data: z.object({
    kind: z.enum(diagramNodeKinds),
    label: z.string(),
    path: z.string().nullable(),
    language: z.string().nullable(),
    files: z.number(),
    size: z.number(),
    recentChanges: z.number(),
    weight: z.number(),
    depth: z.number(),
    canExpand: z.boolean(),
    startLine: z.number().optional(),
    endLine: z.number().optional(),
    factKind: z.enum(codeFactKinds).optional(),
    inferred: z.boolean(),
    evidence: evidenceSchema,
    /** In the picture of a comparison. */
    change: z.enum(diagramChanges).optional(),
  }),
});

const edgeSchema = z.object({
  id: z.string(),
  source: z.string(),
  target: z.string(),
  label: z.string().optional(),
  ariaLabel: z.string(),
  data: z.object({
    kind: z.enum(['import', 'call', 'data', 'deploys', 'contains', 'custom']),
    count: z.number(),
    inferred: z.boolean(),
    evidence: evidenceSchema,
    /** In the picture of a comparison. */
    change: z.enum(diagramChanges).optional(),
  }),
});

/** A drawn diagram: nodes and edges that React Flow 12 shows as they are, parents before their children. */
export const diagramPictureSchema = z.object({
  nodes: z.array(nodeSchema).readonly(),
  edges: z.array(edgeSchema).readonly(),
  commit: z.string(),
  treeId: z.string(),
  layoutType: z.enum(layoutTypes),
  stats: z.object({
    files: z.number(),
    shown: z.number(),
    folded: z.number(),
    edges: z.number(),
    droppedEdges: z.number(),
  }),
  notes: z.array(z.string()).readonly(),
});

/** `GET /api/repositories/{id}/diagrams`: the diagrams of a repository by name. */
export const diagramListResponseSchema = z.object({
  /** The owner and name by which agents address the repository. */
  owner: z.string(),
  repo: z.string(),
  diagrams: z.array(diagramSchema),
});
export type DiagramListResponse = z.infer<typeof diagramListResponseSchema>;

/** `POST /api/repositories/{id}/diagrams`: stores a diagram. A taken name gets the next free one, such as `API 2`. CONFLICT at 200 diagrams. */
export const createDiagramRequestSchema = z.strictObject({
  name: nameSchema,
  description: descriptionSchema.default(null),
  request: diagramRequestSchema,
});
export type CreateDiagramRequest = z.input<typeof createDiagramRequestSchema>;

/**
 * `GET /api/diagrams/{id}`: a diagram and its picture, drawn from the newest index of its repository. CONFLICT when the repository was
 * not indexed yet.
 */
export const diagramResponseSchema = z.object({ diagram: diagramSchema, picture: diagramPictureSchema });
export type DiagramResponse = z.infer<typeof diagramResponseSchema>;

/** `PATCH /api/diagrams/{id}`: changes the given fields. CONFLICT when the name is taken. */
export const changeDiagramRequestSchema = z
  .strictObject({
    name: nameSchema.optional(),
    description: descriptionSchema.optional(),
    request: diagramRequestSchema.optional(),
    /** Replaces all positions. */
    positions: positionsSchema.optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'must change a field');
export type ChangeDiagramRequest = z.input<typeof changeDiagramRequestSchema>;

/** `POST /api/repositories/{id}/draw`: draws a diagram without storing it. */
export const drawDiagramRequestSchema = z.strictObject({
  request: diagramRequestSchema,
  /** An indexed commit. Default: the newest. */
  commit: z.string().min(1).max(64).optional(),
});
export type DrawDiagramRequest = z.input<typeof drawDiagramRequestSchema>;
