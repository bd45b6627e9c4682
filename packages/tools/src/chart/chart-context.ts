import type { WorkspaceDetail, WorkspaceFile } from '@shipmate/domain/workspace';
import { z } from 'zod';

/** A file in an agent's context. */
const contextFileSchema = z.object({
  path: z.string(),
  /** The accepted content. */
  content: z.string(),
  /** The content once the pending change is accepted; null when no change or a deletion is pending. */
  contentPending: z.string().nullable(),
  pendingOp: z.enum(['create', 'modify', 'delete', 'rename']).nullable(),
  /** For a pending rename: the new path. */
  pendingPath: z.string().nullable(),
});

/** A workspace in an agent's context. */
export const chartContextSchema = z.object({
  id: z.string(),
  name: z.string(),
  revisionNumber: z.number().int(),
  files: z.array(contextFileSchema),
  charts: z.array(z.object({ id: z.string(), name: z.string(), root: z.string() })),
});

export type ContextFile = z.infer<typeof contextFileSchema>;
export type ChartContext = z.infer<typeof chartContextSchema>;

/** Converts a stored workspace to an agent's context. */
export function toChartContext({ workspace, revision, charts, files }: WorkspaceDetail): ChartContext {
  return {
    id: workspace.id,
    name: workspace.name,
    revisionNumber: revision.revisionNumber,
    files: files.map(toContextFile),
    charts: charts.map(({ id, name, root }) => ({ id, name, root })),
  };
}

function toContextFile({ path, content, pending }: WorkspaceFile): ContextFile {
  return {
    path,
    content,
    contentPending: pending && 'content' in pending ? (pending.content ?? null) : null,
    pendingOp: pending?.op ?? null,
    pendingPath: pending?.op === 'rename' ? pending.path : null,
  };
}
