import { ListPage } from '../navigation/list-page.tsx';
import { WorkspaceStarts } from '../start/workspace-starts.tsx';

/** The workspaces of the organization, and the ways to create one from an existing chart. */
export function ChartsPage() {
  return (
    <ListPage title="Charts">
      <WorkspaceStarts />
    </ListPage>
  );
}
