import { AppError, type Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import { toArchiveFiles } from '@shipmate/domain/archive';
import type { WorkspaceSource } from '@shipmate/domain/workspace';
import type { ChangeRequestPort } from '@shipmate/tools';
import type { GitReviewPort, PushedCommit } from '@shipmate/tools/git';
import { toCacheFolder, toRepositoryAccess } from './repository-ports.ts';

/** Resources for charts that go back to their repository. */
interface ChartPushResources {
  readonly unitOfWork: UnitOfWork;
  readonly review: GitReviewPort;
  /** The absolute path of the folder for clones. */
  readonly root: string;
}

/** The push of a workspace to the repository that it comes from. */
export interface ChartPush {
  readonly workspaceId: string;
  readonly message: string;
  /** Default: the branch of the push before; a new one at first. */
  readonly branch?: string | undefined;
  /** Default: the current revision. */
  readonly revision?: number | undefined;
  /** True to treat pending changes as accepted; the source stays then, as no revision has their files. */
  readonly pending: boolean;
  readonly signal: AbortSignal;
}

/**
 * Commits the changes of a workspace since its source on top of the source's commit, and pushes the commit to a branch. Files that the
 * import left out stay. The next push continues from this one.
 *
 * @throws AppError `NOT_FOUND`, `CONFLICT` for a workspace without a source or without changes, and as `commitFiles` and `pushCommit` do.
 */
export async function pushChart(
  { unitOfWork, review, root }: ChartPushResources,
  principal: Principal,
  { workspaceId, message, branch: asked, revision, pending, signal }: ChartPush,
): Promise<PushedCommit> {
  const { stores } = unitOfWork;
  const { workspaces, repositories } = stores;
  const source = await requireSource(stores.workspaceSources.find(principal, workspaceId));
  const repository = await repositories.get(principal, source.repositoryId);
  const author = await stores.users.findUser(principal.userId);
  if (!author) throw new AppError({ code: 'UNAUTHORIZED', message: 'Sign in again.' });
  const before = await workspaces.getDetail(principal, workspaceId, source.revisionNumber);
  const after = await workspaces.getDetail(principal, workspaceId, revision);
  const { revisionNumber } = after.revision;
  const files = toChangedFiles(
    toArchiveFiles(before.files, { pending: false }),
    toArchiveFiles(after.files, { pending }),
  );
  if (files.size === 0) {
    throw new AppError({
      code: 'CONFLICT',
      message:
        'The chart has no accepted change since it was opened or pushed. Accept changes first, or include pending ones.',
    });
  }
  const { organizationId } = principal;
  const cache = toCacheFolder(root, organizationId, { ...repository, repositoryId: repository.id });
  const place = { organizationId, cache };
  const branch = asked ?? source.pushedBranch ?? toChartBranch(after.workspace.name, workspaceId);
  const { commit } = await review.commitFiles(
    place,
    { parent: source.commit, folder: source.folder, files, name: workspaceId, message, author },
    signal,
  );
  const token = await repositories.openToken(principal, repository.id);
  const details = { remote: repository.remoteUrl ?? repository.localPath, branch, revisionNumber };
  const subject = { subjectId: workspaceId, workspaceId };
  // A push is not transactional: the request is recorded before it, the outcome after it.
  await stores.audit.append(principal, { kind: 'push_asked', ...subject, details });
  const access = { ...toRepositoryAccess(repository), token };
  const pushed = await review.pushCommit(place, { access, commit, branch }, signal);
  await unitOfWork.transaction(async ({ workspaceSources, audit }) => {
    await audit.append(principal, { kind: 'push_done', ...subject, details: { ...details, commit } });
    const moved = pending ? {} : { commit, revisionNumber };
    await workspaceSources.save(principal, { ...source, ...moved, pushedBranch: branch });
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
  if (source.pushedBranch === null) {
    throw new AppError({ code: 'CONFLICT', message: 'The workspace has no pushed branch. Push it first.' });
  }
  const { remoteUrl: remote } = await repositories.get(principal, source.repositoryId);
  if (remote === null) {
    throw new AppError({ code: 'CONFLICT', message: 'A repository of this machine has no pull requests.' });
  }
  const token = await repositories.openToken(principal, source.repositoryId);
  const request = { branch: source.pushedBranch, base: source.branch ?? undefined, title, body: '' };
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

/** Returns a branch name that no other workspace gets. */
function toChartBranch(name: string, workspaceId: string): string {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/gu, '');
  return `shipmate/${slug === '' ? 'chart' : slug}-${workspaceId.slice(-8)}`;
}
