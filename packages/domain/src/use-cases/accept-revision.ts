import { AppError, type Principal } from '@shipmate/core';
import { findCharts } from '../workspace/find-charts.ts';
import type { UnitOfWork } from '../persistence/unit-of-work.ts';
import { lockDetail, type SeenRevision } from './edit-workspace.ts';
import { fingerprint, versionOf } from '../workspace/file-version.ts';
import { acceptedFiles } from '../workspace/pending-rules.ts';
import type { WorkspaceFile } from '../workspace/workspace-file.ts';
import type { WorkspaceDetail } from '../workspace/workspace-store.ts';

/** The content to accept: a workspace's charts, and its files without pending changes. */
export type AcceptanceCandidate = Pick<WorkspaceDetail, 'charts' | 'files'>;

/**
 * Validates files before they are accepted, in workspaces that require it.
 *
 * **Contract.** It runs outside any transaction and may take long. @throws AppError `VALIDATION_ERROR`, with
 * the problems in its details, if the files must not be accepted.
 */
export type CheckBeforeAccept = (principal: Principal, candidate: AcceptanceCandidate) => Promise<void>;

/** Options for {@link acceptRevision}, with the revision that the caller saw. */
export interface Acceptance extends SeenRevision {
  /** Returns the files of the next revision. */
  readonly accept: (files: readonly WorkspaceFile[]) => readonly WorkspaceFile[];
  /**
   * Required if the workspace requires validation; without it such a workspace accepts nothing:
   * `UNAVAILABLE`.
   */
  readonly check?: CheckBeforeAccept | undefined;
}

/**
 * Creates a revision of the accepted files. If the files changed after their validation, it throws
 * `CONFLICT`.
 */
export async function acceptRevision(
  unitOfWork: UnitOfWork,
  principal: Principal,
  { accept, check, ...seen }: Acceptance,
): Promise<WorkspaceDetail> {
  const checked = await checkFirst();
  return unitOfWork.transaction(async ({ workspaces, audit }) => {
    const { workspace, charts, files } = await lockDetail(workspaces, principal, seen);
    const next = findCharts(accept(files), charts);
    if (workspace.settings.validateBeforeAccept && stateOf(next.files) !== checked) {
      throw new AppError({
        code: 'CONFLICT',
        message: 'The workspace changed during validation. Review it and accept again.',
      });
    }
    const { workspaceId } = seen;
    const { revisionNumber } = await workspaces.createRevision(principal, workspaceId, {
      createdType: 'accept',
      ...next,
    });
    await audit.append(principal, {
      kind: 'changes_accepted',
      subjectId: workspaceId,
      workspaceId,
      details: { revisionNumber },
    });
    return workspaces.getDetail(principal, seen.workspaceId);
  });

  async function checkFirst(): Promise<string | undefined> {
    const { workspace, charts, files } = await unitOfWork.stores.workspaces.getDetail(principal, seen.workspaceId);
    if (!workspace.settings.validateBeforeAccept) return undefined;
    if (!check) {
      throw new AppError({
        code: 'UNAVAILABLE',
        message: 'This workspace accepts only validated changes, and no validation is available.',
      });
    }
    const next = findCharts(accept(files), charts);
    await check(principal, { charts: next.charts, files: acceptedFiles(next.files) });
    return stateOf(next.files);
  }
}

function stateOf(files: readonly WorkspaceFile[]): string {
  return fingerprint(acceptedFiles(files).flatMap((file) => [file.id, versionOf(file)]));
}
