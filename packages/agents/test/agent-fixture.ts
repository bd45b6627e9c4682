import { bindTools, silentLogger, ToolRegistry, type BoundTool, type ChatModel, type Principal } from '@shipmate/core';
import { createTestDatabase, createTestTenant, type TestDatabase } from '@shipmate/db/testing';
import { newId, type UnitOfWork } from '@shipmate/domain';
import type { NumberedRunEvent } from '@shipmate/domain/run';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import {
  createWorkspaceFromTemplate,
  effectiveContent,
  type ChartTemplateName,
  type Workspace,
} from '@shipmate/domain/workspace';
import { chartTools } from '@shipmate/tools';
import { createFixedKubernetesVersions, type SubchartVersionPort } from '@shipmate/tools/chart';
import { createInlineCompute, sharedHelm } from '@shipmate/tools/testing';
import {
  createRunExecutor,
  createRunLog,
  type RunExecutor,
  type RunExecutorOptions,
  type RunLog,
  type RunRequest,
} from '../src/index.ts';

/** One database for all tests of a file; each test works in its own tenant. */
let database: Promise<TestDatabase> | undefined;

/** Closes the database of a test file. The next fixture opens a new one. */
export async function closeAgentDatabase(): Promise<void> {
  const opened = database;
  database = undefined;
  await (await opened)?.close();
}

/** The resources of an agent in tests. */
export interface AgentFixture extends AsyncDisposable {
  readonly database: TestDatabase;
  readonly unitOfWork: UnitOfWork;
  readonly principal: Principal;
  readonly workspace: Workspace;
  readonly runLog: RunLog;
  /** Creates an executor with one model; `replace` overrides its options. */
  readonly createExecutor: (model: ChatModel, replace?: Partial<RunExecutorOptions> & ExtraTools) => RunExecutor;
  /** Builds a question in a conversation of the workspace; a new conversation unless its id is given. */
  readonly question: (message: string, conversationId?: string) => RunRequest;
  /** Reads the content of a file, including its pending change. */
  readonly read: (path: string) => Promise<string>;
  /** Reads all events of a run until it has ended. */
  readonly events: (runId: string) => Promise<readonly NumberedRunEvent[]>;
}

interface ExtraTools {
  /** Tools that replace the ones of the same name. */
  readonly extraTools?: readonly BoundTool[];
  /** True when the process may be killed, so that the executor is not closed. */
  readonly isKillable?: boolean;
}

/** The secret with which the executors of the fixture sign approvals. */
export const approvalSecret = 'a secret of the tests';

/** A chart repository that is unreachable. */
export const noSubchartVersions: SubchartVersionPort = {
  findLatest: () => Promise.reject(new Error('This test looks nothing up.')),
};

export async function createAgentFixture({
  template = 'starter',
  subchartVersions = noSubchartVersions,
}: {
  readonly template?: ChartTemplateName;
  readonly subchartVersions?: SubchartVersionPort;
} = {}): Promise<AgentFixture> {
  database ??= createTestDatabase('pglite');
  const { unitOfWork, notifications } = await database;
  const { principal } = await createTestTenant(unitOfWork);
  const workspace = await unitOfWork.stores.workspaces.create(principal, createWorkspaceFromTemplate(template, 'Shop'));
  const runLog = createRunLog({ unitOfWork, notifications });
  const tools = bindTools(chartTools, {
    ...createToolStorage(unitOfWork),
    subchartVersions,
    kubernetesVersions: createFixedKubernetesVersions(),
    compute: createInlineCompute(),
    helm: sharedHelm,
  });
  const executors: RunExecutor[] = [];

  return {
    database: await database,
    unitOfWork,
    principal,
    workspace,
    runLog,
    createExecutor(model, { extraTools = [], isKillable = false, ...replace } = {}) {
      const names = new Set(extraTools.map(({ name }) => name));
      const registry = new ToolRegistry([...tools.filter(({ name }) => !names.has(name)), ...extraTools]).freeze();
      const executor = createRunExecutor({
        unitOfWork,
        notifications,
        runLog,
        models: { get: () => model },
        tools: registry,
        approvalSecret,
        logger: silentLogger,
        drainMs: 0,
        toolDrainMs: 0,
        ...replace,
      });
      if (!isKillable) executors.push(executor);
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
      const seen: NumberedRunEvent[] = [];
      for await (const event of runLog.tail(runId, { signal: AbortSignal.timeout(120_000) })) seen.push(event);
      return seen;
    },
    async [Symbol.asyncDispose]() {
      for (const executor of executors) await executor.close();
    },
  };
}
