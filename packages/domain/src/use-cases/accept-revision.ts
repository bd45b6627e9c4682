import { AppError, type Principal } from '@shipmate/core';
import { findCharts } from '../workspace/find-charts.ts';
import type { UnitOfWork } from '../persistence/unit-of-work.ts';
import { lockDetail, type SeenRevision } from './edit-workspace.ts';
import { fingerprint, versionOf } from '../workspace/file-version.ts';
import { acceptedFiles } from '../workspace/pending-rules.ts';
import type { WorkspaceFile } from '../workspace/workspace-file.ts';
import type { WorkspaceDetail } from '../workspace/workspace-store.ts';

/** What is about to be accepted: a workspace's charts, and its files without anything pending. */
export type AcceptanceCandidate = Pick<WorkspaceDetail, 'charts' | 'files'>;

/**
 * Validates files before they are accepted, in workspaces that want it.
 *
 * **Contract.** It runs outside any transaction and may take its time. @throws AppError `VALIDATION_ERROR`, with what is wrong
 * in its details, when they must not be accepted.
 */
export type CheckBeforeAccept = (principal: Principal, candidate: AcceptanceCandidate) => Promise<void>;

/** An acceptance, as whoever asked for it saw the workspace. */
export interface Acceptance extends SeenRevision {
  /** The files of the next revision. */
  readonly accept: (files: readonly WorkspaceFile[]) => readonly WorkspaceFile[];
  /** Needed where a workspace wants validation; without it such a workspace accepts nothing: `UNAVAILABLE`. */
  readonly check?: CheckBeforeAccept | undefined;
}

/** Makes a revision of what is accepted. What has been validated is exactly what is accepted, or it is a `CONFLICT`. */
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
        message: 'The workspace changed while it was validated. Look at it and accept again.',
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
        message: 'This workspace accepts validated changes only, and nothing here can validate them.',
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
