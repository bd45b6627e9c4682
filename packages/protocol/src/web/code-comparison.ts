import { z } from 'zod';
import { diagramPictureSchema } from './diagrams.ts';

const commitSchema = z.string().regex(/^[0-9a-f]{40,64}$/u, 'must be a full commit hash');
const pathsSchema = z.array(z.string()).readonly();
const edgesSchema = z
  .array(z.object({ from: z.string(), to: z.string(), evidence: z.object({ path: z.string(), line: z.number() }) }))
  .readonly();

/** `POST /api/repositories/{id}/compare`: the difference of two indexed commits. CONFLICT for one that is not indexed. */
export const compareCommitsRequestSchema = z.strictObject({
  base: commitSchema,
  /** Default: the newest that is indexed. */
  head: commitSchema.optional(),
});
export type CompareCommitsRequest = z.input<typeof compareCommitsRequestSchema>;

export const codeComparisonSchema = z.object({
  base: z.string(),
  head: z.string(),
  /** Paths of files, sorted. */
  added: pathsSchema,
  removed: pathsSchema,
  /** Files of another content. */
  changed: pathsSchema,
  /** The same content at another path. */
  moved: z.array(z.object({ from: z.string(), to: z.string() })).readonly(),
  addedEdges: edgesSchema,
  /** With the paths and lines of the base. */
  removedEdges: edgesSchema,
  /** Packages or folders of which the first did not import the second before; by their first import. */
  addedDependencies: edgesSchema,
  /** Files that import each other in a circle at run time, and did not all do so before. */
  addedCycles: z.array(pathsSchema).readonly(),
  /** The files that differ and those at the ends of imports that differ; nodes and edges have `change`. */
  picture: diagramPictureSchema,
  /** The picture as a Mermaid flowchart. */
  mermaid: z.string(),
  /** For a pull request, with the Mermaid flowchart. */
  markdown: z.string(),
});
export type CodeComparisonResponse = z.infer<typeof codeComparisonSchema>;
