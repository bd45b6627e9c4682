import { AppError, type Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import { defaultArchiveLimits, tooManyEntries, type LeftFile, refuseArchive } from '@shipmate/domain/archive';
import { findChartRoots } from '@shipmate/domain/chart';
import { type ArchiveEntries, importEntries } from '@shipmate/tools/archive';
import type { GitCodePort, RepositoryPlace, TreeFile } from '@shipmate/tools/git';

/** The most files of a commit that are searched for charts. */
const maxTreeFiles = 200_000;

/** The most charts that are listed. */
const maxCharts = 1_000;

/** A commit of a repository of this machine. */
interface ChartCommit {
  readonly place: RepositoryPlace;
  readonly commit: string;
  readonly signal: AbortSignal;
}

/** Lists the folders of a commit that hold a chart, at most 1,000; `''` is the top. @throws AppError as `readTree` */
export async function listChartFolders(
  code: GitCodePort,
  { place, commit, signal }: ChartCommit,
): Promise<readonly string[]> {
  const { files } = await code.readTree(place, { commit, maxFiles: maxTreeFiles }, signal);
  const manifests = files.flatMap(({ path, kind }) => (kind === 'file' && path.endsWith('Chart.yaml') ? [path] : []));
  return findChartRoots(manifests.slice(0, maxCharts));
}

/** A chart to open as a workspace. */
interface OpenedChart extends ChartCommit {
  readonly repositoryId: string;
  readonly folder: string;
  /** Null if a commit is opened that is no branch's. */
  readonly branch: string | null;
}

/**
 * Creates a workspace from a folder of a commit. The workspace keeps where it comes from.
 *
 * @throws AppError `NOT_FOUND` without a chart in the folder, and as `readTree` and `importEntries` do.
 */
export async function openChart(
  { unitOfWork, code }: { readonly unitOfWork: UnitOfWork; readonly code: GitCodePort },
  principal: Principal,
  { place, commit, signal, repositoryId, folder, branch }: OpenedChart,
): Promise<{ readonly workspaceId: string; readonly left: readonly LeftFile[] }> {
  const { files } = await code.readTree(place, { commit, maxFiles: maxTreeFiles }, signal);
  const prefix = folder === '' ? '' : `${folder}/`;
  const inside = files.filter(({ path, kind }) => kind !== 'submodule' && path.startsWith(prefix));
  if (!inside.some(({ path, kind }) => kind === 'file' && path === `${prefix}Chart.yaml`)) {
    throw new AppError({ code: 'NOT_FOUND', message: `The folder "${folder}" has no Chart.yaml in this commit.` });
  }
  const entries = readFolder(code, { place, prefix, files: inside, signal });
  const { workspace, left } = await importEntries(entries, { createdType: 'repository', signal });
  const source = { repositoryId, folder, branch, commit, pushed: null };
  await unitOfWork.transaction(async ({ workspaces, workspaceSources }) => {
    const { id: workspaceId } = await workspaces.create(principal, workspace);
    await workspaceSources.save(principal, { ...source, workspaceId });
  });
  const links = inside.filter(({ kind }) => kind === 'link');
  const skipped = links.map(({ path }) => ({ path: path.slice(prefix.length), reason: 'unsafe_path' as const }));
  return { workspaceId: workspace.id, left: [...left, ...skipped] };
}

interface CommitFolder extends Omit<ChartCommit, 'commit'> {
  readonly prefix: string;
  readonly files: readonly TreeFile[];
}

/** Yields the files of a folder, which are held in memory as an archive is. Contents over the limits of an import are not read. */
async function* readFolder(code: GitCodePort, { place, prefix, files, signal }: CommitFolder): ArchiveEntries {
  const { maxEntries, maxCompressedBytes: maxBytes, maxFileBytes } = defaultArchiveLimits;
  const plain = files.flatMap(({ kind, path, size, id }) => (kind === 'file' ? [{ path, id, size: size ?? 0 }] : []));
  if (plain.length > maxEntries) throw tooManyEntries(defaultArchiveLimits);
  const wanted = plain.filter(({ size }) => size <= maxFileBytes);
  if (wanted.reduce((sum, { size }) => sum + size, 0) > maxBytes) {
    throw refuseArchive('expanded_size', {
      message: `The folder holds more than ${maxBytes / 1_000_000} MB. Open a chart in a folder below it.`,
    });
  }
  const ids = wanted.map(({ id }) => id);
  const blobs = await code.readBlobs(place, ids, signal);
  for (const { path, id, size } of plain) {
    const read = () => Promise.resolve(blobs.get(id) ?? new Uint8Array());
    yield { kind: 'file', name: path.slice(prefix.length), size, read };
  }
}
