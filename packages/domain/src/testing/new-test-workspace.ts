import { newId } from '../identifier/id.ts';
import type { PendingChange, WorkspaceFile } from '../workspace/workspace-file.ts';
import type { NewWorkspace } from '../workspace/workspace-store.ts';

/** Creates a file for a test's workspace. */
export function newTestFile(path: string, content: string, pending: PendingChange | null = null): WorkspaceFile {
  return { id: newId(), chartId: null, path, content, pending };
}

/** Creates a workspace with one chart and these files; without files, a `Chart.yaml` and a `values.yaml`. */
export function newTestWorkspace(files?: readonly WorkspaceFile[]): NewWorkspace {
  const chartId = newId();
  const content = files ?? [newTestFile('Chart.yaml', 'name: web\n'), newTestFile('values.yaml', 'replicas: 1\n')];
  return {
    id: newId(),
    name: 'Test workspace',
    createdType: 'sample',
    charts: [{ id: chartId, name: 'web', root: '' }],
    files: content.map((file) => ({ ...file, chartId })),
  };
}
