import {
  createWorkspaceFromArchive,
  defaultArchiveLimits,
  type LeftFile,
  refuseArchive,
  stripCommonFolder,
  type StrippedContents,
} from '@shipmate/domain/archive';
import { findChartRoots, toChartName } from '@shipmate/domain/chart';
import type { NewWorkspace, WorkspaceOrigin } from '@shipmate/domain/workspace';
import { parseChartManifest } from './chart-manifest.ts';
import type { ArchiveEntries } from './archive-entry.ts';
import { readArchive, type ReadArchiveOptions, readEntries } from './read-archive.ts';
import type { ArchiveSource } from './read-source.ts';

/** Options for {@link importArchive}. */
interface ImportArchiveOptions extends ReadArchiveOptions {
  /** The origin of the workspace. Default `archive`. */
  readonly createdType?: WorkspaceOrigin;
}

/** The workspace from an archive, and the files that it omits. */
export interface ImportedArchive {
  readonly workspace: NewWorkspace;
  readonly left: readonly LeftFile[];
}

/**
 * Creates a workspace from the charts in an archive, named after the chart, or after the archive's folder when there
 * are several.
 *
 * @throws as `readArchive` does, and AppError of `refuseArchive` when there is no chart.
 */
export async function importArchive(
  source: ArchiveSource,
  { createdType = 'archive', ...options }: ImportArchiveOptions = {},
): Promise<ImportedArchive> {
  return toImported(stripCommonFolder(await readArchive(source, options)), createdType);
}

/**
 * Creates a workspace from the charts among files, as {@link importArchive} does.
 *
 * @throws AppError of `refuseArchive` for the first file that no workspace can hold, and when there is no chart; the signal's reason once it fires.
 */
export async function importEntries(
  entries: ArchiveEntries,
  { createdType = 'archive', limits = defaultArchiveLimits, signal }: Omit<ImportArchiveOptions, 'claim'> = {},
): Promise<ImportedArchive> {
  const { files, left } = await readEntries(entries, { limits, signal });
  return toImported({ files, left }, createdType);
}

function toImported({ files, left, folder }: StrippedContents, createdType: WorkspaceOrigin): ImportedArchive {
  const contents = new Map(files.map(({ path, content }) => [path, content]));
  const charts = findChartRoots([...contents.keys()]).map((root) => {
    const { name } = parseChartManifest(contents.get(root === '' ? 'Chart.yaml' : `${root}/Chart.yaml`) ?? '');
    return { root, name: name ?? toChartName(root.replace(/^.*\//, '') || (folder ?? '')) };
  });
  const [first, second] = charts;
  if (!first) {
    throw refuseArchive('no_chart', {
      message: 'The archive holds no chart: there is no Chart.yaml in any folder of it.',
    });
  }
  const name = second ? (folder ?? `${first.name} and ${charts.length - 1} more`) : first.name;
  return { workspace: createWorkspaceFromArchive({ name, files, charts, createdType }), left };
}
