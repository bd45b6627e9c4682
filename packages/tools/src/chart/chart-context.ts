import type { WorkspaceDetail, WorkspaceFile } from '@shipmate/domain/workspace';
import { z } from 'zod';

/** A file as an agent sees it. */
const contextFileSchema = z.object({
  path: z.string(),
  /** The accepted content. */
  content: z.string(),
  /** What it will hold once its pending change is accepted; null when none is pending or its deletion is. */
  contentPending: z.string().nullable(),
  pendingOp: z.enum(['create', 'modify', 'delete', 'rename']).nullable(),
  /** For a pending rename: the new path. */
  pendingPath: z.string().nullable(),
});

/** A workspace as an agent sees it. */
export const chartContextSchema = z.object({
  id: z.string(),
  name: z.string(),
  revisionNumber: z.number().int(),
  files: z.array(contextFileSchema),
  charts: z.array(z.object({ id: z.string(), name: z.string(), root: z.string() })),
});

export type ContextFile = z.infer<typeof contextFileSchema>;
export type ChartContext = z.infer<typeof chartContextSchema>;

/** Turns a stored workspace into what an agent sees of it. */
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
