import { findChartOf } from '../chart/find-chart-of.ts';
import { newId } from '../identifier/id.ts';
import type { Chart } from '../chart/chart.ts';
import type { WorkspaceOrigin } from '../workspace/workspace.ts';
import type { NewWorkspace } from '../workspace/workspace-store.ts';
import { findTreeProblems } from '../workspace/tree-problems.ts';
import type { ArchiveFile } from './archive-contents.ts';
import { refuseArchive } from './archive-refusal.ts';

/** Options for {@link createWorkspaceFromArchive}. */
export interface ArchivedWorkspace {
  readonly name: string;
  /** Default `archive`. */
  readonly createdType?: WorkspaceOrigin;
  readonly files: readonly ArchiveFile[];
  readonly charts: readonly Pick<Chart, 'name' | 'root'>[];
}

/**
 * Creates a workspace from the files of an archive; all of them are accepted.
 *
 * @throws AppError of `refuseArchive` if a path is unsafe or two are the same on some file systems.
 */
export function createWorkspaceFromArchive({
  name,
  createdType = 'archive',
  files,
  charts,
}: ArchivedWorkspace): NewWorkspace {
  const [problem] = findTreeProblems(files.map(({ path }) => path));
  if (problem) throw refuseArchive('invalid_path', { entry: problem.path, message: `${problem.message}.` });
  const owners = charts.map((chart) => ({ id: newId(), ...chart }));
  return {
    id: newId(),
    name,
    createdType,
    charts: owners,
    files: files.map(({ path, content }) => ({
      id: newId(),
      chartId: findChartOf(path, owners)?.id ?? null,
      path,
      content,
      pending: null,
    })),
  };
}
