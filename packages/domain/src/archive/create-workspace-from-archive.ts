import { findChartOf } from '../chart/find-chart-of.ts';
import { newId } from '../identifier/id.ts';
import type { Chart, WorkspaceOrigin } from '../workspace/workspace.ts';
import type { NewWorkspace } from '../workspace/workspace-store.ts';
import type { ArchiveFile } from './archive-contents.ts';

/** What {@link createWorkspaceFromArchive} needs. */
export interface ArchivedWorkspace {
  readonly name: string;
  /** Default `archive`. */
  readonly createdType?: WorkspaceOrigin;
  readonly files: readonly ArchiveFile[];
  readonly charts: readonly Pick<Chart, 'name' | 'root'>[];
}

/** Makes a workspace of what came in an archive; all of it is accepted. */
export function createWorkspaceFromArchive({
  name,
  createdType = 'archive',
  files,
  charts,
}: ArchivedWorkspace): NewWorkspace {
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
