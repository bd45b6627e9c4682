import { createToolExecutionContext } from '@shipmate/core';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { acceptChanges } from '@shipmate/domain/use-cases';
import type { WorkspaceDetail } from '@shipmate/domain/workspace';
import { openTools, type ToolEnvironment } from '@shipmate/tools';
import { latestSubchartVersion, textEditor } from '@shipmate/tools/chart';
import { openWorkspace } from './open-workspace.ts';

/** Adds redis to a chart and sets 3 replicas by calling tools, and accepts both edits as revision 1. */
export async function editChart(environment: Partial<ToolEnvironment> = {}): Promise<WorkspaceDetail> {
  await using workspace = await openWorkspace();
  const { unitOfWork, principal, workspaceId } = workspace;
  await using tools = openTools(environment, { storage: createToolStorage(unitOfWork) });
  const context = { ...createToolExecutionContext({ principal, workspaceId }), ports: tools.ports };

  const { version, repositoryUrl } = await latestSubchartVersion.execute({ chartName: 'redis' }, context);
  const dependencies = `dependencies:\n  - name: redis\n    version: ${version}\n    repository: ${repositoryUrl}\n`;
  const replace = (path: string, oldStr: string, newStr: string) =>
    textEditor.execute({ command: 'str_replace', path, oldStr, newStr }, context);
  await replace('Chart.yaml', 'kubeVersion:', `${dependencies}kubeVersion:`);
  await replace('values.yaml', 'storefront:\n  replicaCount: 2', 'storefront:\n  replicaCount: 3');

  return await acceptChanges(unitOfWork, principal, { workspaceId, revisionNumber: 0, selection: 'all' });
}

if (import.meta.main) console.log(await editChart());
