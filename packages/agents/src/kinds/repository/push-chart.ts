import { AppError, type Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import { toArchiveFiles } from '@shipmate/domain/archive';
import type { WorkspaceSource } from '@shipmate/domain/workspace';
import type { ChangeRequestPort } from '@shipmate/tools';
import type { GitReviewPort, GitWorkTreePort, PushedCommit } from '@shipmate/tools/git';
import { toBranchName } from './begin-repository-job.ts';
import { deleteUnfinishedCopies, toCacheFolder, toChartCopy } from './repository-folders.ts';
import { openRepositoryAccess, requireOwnBranch } from './repository-ports.ts';

/** Resources for charts that go back to their repository. */
interface ChartPushResources {
  readonly unitOfWork: UnitOfWork;
  readonly review: GitReviewPort;
  readonly workTrees: Pick<GitWorkTreePort, 'copyCache'>;
  /** The absolute path of the folder for clones. */
  readonly root: string;
}

/** The push of a workspace to the repository that it comes from. */
interface ChartPush {
  readonly workspaceId: string;
  readonly message: string;
  /** Default: the branch of the push before; a new one at first. */
  readonly branch?: string | undefined;
  /** Default: the current revision. */
  readonly revision?: number | undefined;
  /** True to treat pending changes as accepted. */
  readonly pending: boolean;
  readonly signal: AbortSignal;
}

/**
 * Commits the opened files with the changes of a workspace, and pushes the commit to a branch. Files that the import left out stay. The next push
 * is a child of this one.
 *
 * @throws AppError `NOT_FOUND`, `CONFLICT` for a workspace without a source or without changes, and as `commitFiles` and `pushCommit` do.
 */
export async function pushChart(
  { unitOfWork, review, workTrees, root }: ChartPushResources,
  principal: Principal,
  { workspaceId, message, branch: asked, revision, pending, signal }: ChartPush,
): Promise<PushedCommit> {
  const { stores } = unitOfWork;
  const { workspaces, repositories } = stores;
  const source = await requireSource(stores.workspaceSources.find(principal, workspaceId));
  const repository = await repositories.get(principal, source.repositoryId);
  const author = await stores.users.findUser(principal.userId);
  if (!author) throw new AppError({ code: 'UNAUTHORIZED', message: 'Sign in again.' });
  const opened = await workspaces.getDetail(principal, workspaceId, 0);
  const { workspace, files, revision: shown } = await workspaces.getDetail(principal, workspaceId, revision);
  const changed = toChangedFiles(toArchiveFiles(opened.files, { pending: false }), toArchiveFiles(files, { pending }));
  const { organizationId } = principal;
  const cache = toCacheFolder(root, organizationId, { ...repository, repositoryId: repository.id });
  const place = toChartCopy(root, organizationId, source);
  await deleteUnfinishedCopies(place);
  await workTrees.copyCache({ organizationId, cache, copy: place.cache }, signal);
  const branch = asked ?? source.pushed?.branch ?? toBranchName(workspace.name, workspaceId);
  requireOwnBranch(repository, branch);
  const { commit: base, folder } = source;
  const parent = source.pushed?.commit ?? base;
  const { commit } = await review.commitFiles(
    place,
    { parent, base, folder, files: changed, name: workspaceId, message, author },
    signal,
  );
  const token = await repositories.openToken(principal, repository.id);
  const right = await openRepositoryAccess({ ...repository, repositoryId: repository.id });
  const details = {
    remote: repository.remoteUrl ?? repository.localPath,
    branch,
    revisionNumber: shown.revisionNumber,
  };
  const subject = { subjectId: workspaceId, workspaceId };
  // A push is not transactional: the request is recorded before it, the outcome after it.
  await stores.audit.append(principal, { kind: 'push_asked', ...subject, details });
  const access = { ...right, token };
  const pushed = await review.pushCommit(place, { access, commit, branch }, signal);
  await unitOfWork.transaction(async ({ workspaceSources, audit }) => {
    await audit.append(principal, { kind: 'push_done', ...subject, details: { ...details, commit } });
    await workspaceSources.save(principal, { ...source, pushed: { commit, branch } });
  });
  return pushed;
}

/** The pull or merge request of a pushed chart. */
interface ChartProposal {
  readonly workspaceId: string;
  readonly title: string;
  readonly signal: AbortSignal;
}

/**
 * Opens a pull or merge request for the branch to which a workspace was pushed; a repeated call returns the open one.
 *
 * @throws AppError `NOT_FOUND`, `CONFLICT` unless it was pushed to a remote, and as {@link ChangeRequestPort}.
 */
export async function proposeChart(
  { unitOfWork, changeRequests }: { readonly unitOfWork: UnitOfWork; readonly changeRequests: ChangeRequestPort },
  principal: Principal,
  { workspaceId, title, signal }: ChartProposal,
) {
  const { workspaceSources, repositories } = unitOfWork.stores;
  const source = await requireSource(workspaceSources.find(principal, workspaceId));
  if (source.pushed === null) {
    throw new AppError({ code: 'CONFLICT', message: 'The workspace has no pushed branch. Push it first.' });
  }
  const { remoteUrl: remote } = await repositories.get(principal, source.repositoryId);
  if (remote === null) {
    throw new AppError({ code: 'CONFLICT', message: 'A repository of this machine has no pull requests.' });
  }
  const token = await repositories.openToken(principal, source.repositoryId);
  const request = { branch: source.pushed.branch, base: source.branch ?? undefined, title, body: '' };
  const { number, url, state } = await changeRequests.open({ remote, token }, request, signal);
  return { number, url, state };
}

async function requireSource(finding: Promise<WorkspaceSource | undefined>): Promise<WorkspaceSource> {
  const source = await finding;
  if (source !== undefined) return source;
  throw new AppError({
    code: 'CONFLICT',
    message:
      'The workspace was not opened from a repository. Push it with an address, or open the chart from its repository.',
  });
}

interface TextFile {
  readonly path: string;
  readonly content: string;
}

/** Returns the new contents by path; null for a removed file. */
function toChangedFiles(before: readonly TextFile[], after: readonly TextFile[]): ReadonlyMap<string, string | null> {
  const former = new Map(before.map(({ path, content }) => [path, content]));
  const changes = new Map<string, string | null>();
  for (const { path, content } of after) {
    if (former.get(path) !== content) changes.set(path, content);
    former.delete(path);
  }
  for (const path of former.keys()) changes.set(path, null);
  return changes;
}
