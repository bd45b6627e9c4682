import { createRunExecutor, createRunLog, createRunWorker } from '@shipmate/agents';
import { silentLogger } from '@shipmate/core';
import type { ScriptedModel } from '@shipmate/core/testing';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { openTestTools } from '@shipmate/tools/testing';
import { onTestFinished } from 'vitest';
import { openWeb } from './open-web.ts';

/** Opens the web app with a worker that executes the jobs of repositories with the model, and keeps their clones in a folder. */
export async function openRepositoryWeb(model: ScriptedModel, root: string) {
  const choices = [{ id: model.id, label: 'Scripted', isDemo: false, contextTokens: 1_000, price: null }];
  const models = { choices, defaultModel: model.id, get: () => model, fallbacksOf: () => [] };
  const web = await openWeb(
    ({ unitOfWork, notifications, defer }) => {
      const tools = openTestTools(createToolStorage(unitOfWork));
      const { registry, checkoutRegistry, ports } = tools;
      const executor = createRunExecutor({
        unitOfWork,
        notifications,
        runLog: createRunLog({ unitOfWork, notifications }),
        models,
        tools: registry,
        repositories: { workTrees: ports.workTrees, tools: checkoutRegistry, root },
        approvalSecret: 'a secret of the test',
        logger: silentLogger,
      });
      const draining = new AbortController().signal;
      const worker = createRunWorker({ executor, notifications, logger: silentLogger, draining });
      defer(async () => {
        await worker.close();
        await executor.close();
        await tools.close();
      });
      return { models, tools: registry };
    },
    { repositoryFolder: root },
  );
  onTestFinished(() => web[Symbol.asyncDispose]());
  return web;
}
