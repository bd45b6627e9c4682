import { demoScript } from '@shipmate/agents/demo';
import { type AgenticResult, bindTools, createToolExecutionContext, runToolLoop, userMessage } from '@shipmate/core';
import { createDemoModel } from '@shipmate/providers';
import {
  chartTools,
  createArtifactHubClient,
  createCompute,
  createFixedKubernetesVersions,
  createHelmCli,
} from '@shipmate/tools';
import { openWorkspace } from './open-workspace.ts';

/** Has a model make the same change with the same tools; `getModel` of `@shipmate/providers` returns a real model. */
export async function runAgent(
  model = createDemoModel({ script: demoScript }),
  subchartVersions = createArtifactHubClient(),
): Promise<AgenticResult> {
  await using workspace = await openWorkspace();
  const { unitOfWork, principal, workspaceId } = workspace;
  await using compute = createCompute();
  const ports = {
    unitOfWork,
    subchartVersions,
    kubernetesVersions: createFixedKubernetesVersions(),
    helm: createHelmCli(),
    compute,
  };
  return await runToolLoop(model, {
    messages: [userMessage('add redis as a dependency and set 3 replicas')],
    tools: bindTools(chartTools, ports),
    context: createToolExecutionContext({ principal, workspaceId }),
  });
}

if (import.meta.main) console.log((await runAgent()).finalMessage);
