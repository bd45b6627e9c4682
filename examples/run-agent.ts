import { demoScript } from '@shipmate/agents/demo';
import { type AgenticResult, createToolExecutionContext, runToolLoop, userMessage } from '@shipmate/core';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { createDemoModel } from '@shipmate/providers';
import { openTools, type ToolEnvironment } from '@shipmate/tools';
import { openWorkspace } from './open-workspace.ts';

/** Has a model make the same change with the same tools; `getModel` of `@shipmate/providers` returns a real model. */
export async function runAgent(
  model = createDemoModel({ script: demoScript }),
  environment: Partial<ToolEnvironment> = {},
): Promise<AgenticResult> {
  await using workspace = await openWorkspace();
  const { unitOfWork, principal, workspaceId } = workspace;
  await using tools = openTools(environment, { storage: createToolStorage(unitOfWork) });
  return await runToolLoop(model, {
    messages: [userMessage('add redis as a dependency and set 3 replicas')],
    tools: Object.values(tools.registry.getAll()),
    context: createToolExecutionContext({ principal, workspaceId }),
  });
}

if (import.meta.main) console.log((await runAgent()).finalMessage);
