import {
  bindTools,
  silentLogger,
  systemClock,
  ToolRegistry,
  type BoundTool,
  type ChatModel,
  type Principal,
} from '@shipmate/core';
import { createTestDatabase, createTestTenant, type TestDatabase } from '@shipmate/db/testing';
import {
  createWorkspaceFromTemplate,
  effectiveContent,
  newId,
  type ChartTemplateName,
  type StoredRunEvent,
  type UnitOfWork,
  type Workspace,
} from '@shipmate/domain';
import { chartTools } from '@shipmate/tools';
import { createFixedKubernetesVersions, type SubchartVersionPort } from '@shipmate/tools/chart';
import {
  createRunExecutor,
  createRunLog,
  type RunExecutor,
  type RunExecutorOptions,
  type RunLog,
  type RunRequest,
} from '../src/index.ts';

/** Everything that an agent works with, on a database of the test's own. */
export interface AgentWorld extends AsyncDisposable {
  readonly database: TestDatabase;
  readonly unitOfWork: UnitOfWork;
  readonly principal: Principal;
  readonly workspace: Workspace;
  readonly runLog: RunLog;
  /** An executor over one model; `replace` changes what it is made of. */
  createExecutor(
    model: ChatModel,
    replace?: Partial<RunExecutorOptions> & { readonly extraTools?: readonly BoundTool[] },
  ): RunExecutor;
  /** A question in a new conversation of the workspace. */
  question(message: string, conversationId?: string): RunRequest;
  /** What a file holds, its pending change counted in. */
  read(path: string): Promise<string>;
  /** Every event of a run, until it has ended. */
  events(runId: string): Promise<readonly StoredRunEvent[]>;
}

/** A chart repository that cannot be reached. */
export const noSubchartVersions: SubchartVersionPort = {
  findLatest: () => Promise.reject(new Error('This test looks nothing up.')),
};

export async function createAgentWorld({
  template = 'starter',
  subchartVersions = noSubchartVersions,
}: {
  readonly template?: ChartTemplateName;
  readonly subchartVersions?: SubchartVersionPort;
} = {}): Promise<AgentWorld> {
  const database = await createTestDatabase('pglite');
  const { unitOfWork } = database;
  const { principal } = await createTestTenant(unitOfWork);
  const workspace = await unitOfWork.stores.workspaces.create(principal, createWorkspaceFromTemplate(template, 'Shop'));
  const runLog = createRunLog({ unitOfWork });
  const tools = bindTools(chartTools, {
    unitOfWork,
    subchartVersions,
    kubernetesVersions: createFixedKubernetesVersions(),
  });
  const executors: RunExecutor[] = [];

  return {
    database,
    unitOfWork,
    principal,
    workspace,
    runLog,
    createExecutor(model, { extraTools = [], ...replace } = {}) {
      const names = new Set(extraTools.map(({ name }) => name));
      const registry = new ToolRegistry([...tools.filter(({ name }) => !names.has(name)), ...extraTools]).freeze();
      const executor = createRunExecutor({
        unitOfWork,
        runLog,
        models: { get: () => model },
        tools: registry,
        logger: silentLogger,
        clock: systemClock,
        drainMs: 0,
        ...replace,
      });
      executors.push(executor);
      return executor;
    },
    question: (message, conversationId = newId()) => ({
      conversationId,
      workspaceId: workspace.id,
      contextType: 'chart',
      message,
      model: 'test:model',
    }),
    async read(path) {
      const file = await unitOfWork.stores.workspaces.findFile(principal, workspace.id, path);
      return (file && effectiveContent(file)) ?? '';
    },
    async events(runId) {
      const seen: StoredRunEvent[] = [];
      for await (const event of runLog.tail(runId, { signal: AbortSignal.timeout(20_000) })) seen.push(event);
      return seen;
    },
    async [Symbol.asyncDispose]() {
      for (const executor of executors) await executor.close();
      await database.close();
    },
  };
}
