import type { Principal } from '@shipmate/core';
import { AppError } from '@shipmate/core';
import type { UnitOfWork } from '../persistence/unit-of-work.ts';
import { acceptRevision, type CheckBeforeAccept } from './accept-revision.ts';
import { editWorkspace } from './edit-workspace.ts';
import { requireVersions } from '../workspace/file-edits.ts';
import { decideHunks, type HunkDecision } from '../workspace/hunk-rules.ts';
import { acceptPending, rejectPending, type ChangeSelection } from '../workspace/pending-rules.ts';
import type { WorkspaceFile } from '../workspace/workspace-file.ts';
import type { WorkspaceDetail } from '../workspace/workspace-store.ts';

/** A decision on pending changes, with the state that the person saw. */
export interface ChangeDecision {
  readonly workspaceId: string;
  /** The revision that the person saw; `CONFLICT` if another one is current. */
  readonly revisionNumber: number;
  readonly selection: ChangeSelection;
  /**
   * The file versions that the person saw, by path. If given, a change that was not seen is not decided:
   * `CONFLICT`.
   */
  readonly versions?: Readonly<Record<string, string>> | undefined;
}

/** A decision on hunks of one file's pending change. */
export interface FileHunkDecision extends HunkDecision {
  readonly workspaceId: string;
  readonly revisionNumber: number;
  readonly path: string;
}

/** Accepts pending changes in one new revision; undecided changes stay pending in it. */
export async function acceptChanges(
  unitOfWork: UnitOfWork,
  principal: Principal,
  {
    workspaceId,
    revisionNumber,
    check,
    ...decision
  }: ChangeDecision & { readonly check?: CheckBeforeAccept | undefined },
): Promise<WorkspaceDetail> {
  return acceptRevision(unitOfWork, principal, {
    workspaceId,
    revisionNumber,
    check,
    accept: (files) => acceptPending(asSeen(files, decision), decision.selection),
  });
}

/** Rejects pending changes in the current revision. */
export async function rejectChanges(
  unitOfWork: UnitOfWork,
  principal: Principal,
  { workspaceId, revisionNumber, ...decision }: ChangeDecision,
): Promise<WorkspaceDetail> {
  return editWorkspace(unitOfWork, principal, {
    workspaceId,
    revisionNumber,
    edit: ({ files }) => rejectPending(asSeen(files, decision), decision.selection),
    act: { kind: 'changes_rejected', details: { paths: decision.selection } },
  });
}

/**
 * Decides on hunks of one file: accepting some creates a revision, rejecting only updates the pending change.
 */
export async function decideOnHunks(
  unitOfWork: UnitOfWork,
  principal: Principal,
  { path, accept, reject, check, ...seen }: FileHunkDecision & { readonly check?: CheckBeforeAccept | undefined },
): Promise<WorkspaceDetail> {
  const decide = (files: readonly WorkspaceFile[]) => {
    if (!files.some((file) => file.path === path)) {
      throw new AppError({ code: 'NOT_FOUND', message: `File "${path}" does not exist. Reload the workspace.` });
    }
    return files.map((file) => (file.path === path ? decideHunks(file, { accept, reject }) : file));
  };
  if (accept.length > 0) return acceptRevision(unitOfWork, principal, { ...seen, check, accept: decide });
  return editWorkspace(unitOfWork, principal, {
    ...seen,
    edit: ({ files }) => decide(files),
    act: { kind: 'changes_rejected', details: { paths: [path], hunks: reject.length } },
  });
}

/** Returns the files, or throws if the caller saw a different state. */
function asSeen(
  files: readonly WorkspaceFile[],
  { selection, versions }: Pick<ChangeDecision, 'selection' | 'versions'>,
): readonly WorkspaceFile[] {
  if (versions) {
    const selected = files.filter((file) => file.pending && (selection === 'all' || selection.includes(file.path)));
    requireVersions(selected.map((file) => [file, { version: versions[file.path] ?? '' }]));
  }
  return files;
}
