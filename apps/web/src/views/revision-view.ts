import { countChangedLines } from '@shipmate/domain/text';
import {
  acceptedFiles,
  compareRevisions,
  type WorkspaceDetail,
  type WorkspaceRevision,
} from '@shipmate/domain/workspace';
import type { RevisionComparisonResponse, RevisionResponse, RevisionSummary } from '@shipmate/protocol/web/revisions';

/** Returns a revision for lists. */
export function toRevisionSummary(revision: WorkspaceRevision): RevisionSummary {
  const { revisionNumber, createdType, sourceRevisionNumber, createdAt } = revision;
  return { revisionNumber, createdType, sourceRevisionNumber, createdAt: createdAt.toISOString() };
}

/** Returns a revision with its accepted files. */
export function toRevisionResponse({ revision, charts, files }: WorkspaceDetail): RevisionResponse {
  return {
    revision: toRevisionSummary(revision),
    charts: charts.map(({ id, name, root }) => ({ id, name, root })),
    files: acceptedFiles(files).map(({ id, chartId, path, content }) => ({ id, chartId, path, content })),
  };
}

/** Returns the changes accepted between two revisions. */
export function toRevisionComparison(from: WorkspaceDetail, to: WorkspaceDetail): RevisionComparisonResponse {
  return {
    from: toRevisionSummary(from.revision),
    to: toRevisionSummary(to.revision),
    files: compareRevisions(from.files, to.files).map((file) => ({
      ...file,
      ...countChangedLines(file.before ?? '', file.after ?? ''),
    })),
  };
}
