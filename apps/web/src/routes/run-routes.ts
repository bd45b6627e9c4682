import type { RunExecutor, RunLog } from '@shipmate/agents';
import { AppError, type Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import { toExchanges, toExchangesUntil } from '@shipmate/domain/conversation';
import { type ConversationRun, isConversationRun, type Run } from '@shipmate/domain/run';
import {
  retryRunRequestSchema,
  type RetryRunResponse,
  retryRunResponseSchema,
  runListQuerySchema,
  type RunListResponse,
  runListResponseSchema,
  type RunTrace,
  runTraceSchema,
} from '@shipmate/protocol/web/runs';
import {
  type AppEnvironment,
  type Authenticate,
  describeRoute,
  longJson,
  nameRun,
  parseBody,
  parseInput,
} from '@shipmate/server';
import { Hono } from 'hono';
import { stopRun } from '../stop-run.ts';
import { type RunParts, toRunSummary, toRunTrace } from '../views/run-view.ts';

/** Options for {@link runRoutes}. */
interface RunRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly runs: Pick<RunExecutor, 'stop' | 'retry'>;
  readonly runLog: Pick<RunLog, 'tail'>;
}

/** `/api/runs`: the caller's runs, and their actions. */
export function runRoutes({ authenticate, unitOfWork, runs, runLog }: RunRoutesOptions): Hono<AppEnvironment> {
  const { stores } = unitOfWork;
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'GET /', {
    summary: 'List runs',
    query: runListQuerySchema,
    response: runListResponseSchema,
    example: { query: { status: 'completed', limit: 10 } },
  });
  app.get('/', async (context) => {
    const principal = await authenticate(context.req.raw);
    const query = parseInput(runListQuerySchema, context.req.query());
    const { status, workspace_id: workspaceId, before, limit } = query;
    const found = await stores.runs.list(principal, { status, workspaceId, before, limit: limit + 1 });
    const page = found.slice(0, limit);
    const next = found.length > limit ? (page.at(-1)?.run.id ?? null) : null;
    return context.json<RunListResponse>({ runs: page.map(toRunSummary), next });
  });

  describeRoute(app, 'GET /:id', { summary: 'Get the trace of a run', response: runTraceSchema });
  app.get('/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    const run = await stores.runs.get(principal, context.req.param('id'));
    return longJson<RunTrace>(context, toRunTrace(await readParts(principal, run)));
  });

  describeRoute(app, 'POST /:id/stop', { summary: 'Stop a run' });
  app.post('/:id/stop', async (context) => {
    const principal = await authenticate(context.req.raw);
    await stopRun({ unitOfWork, runs, runLog }, principal, await stores.runs.get(principal, context.req.param('id')));
    return context.body(null, 204);
  });

  describeRoute(app, 'POST /:id/retry', {
    summary: 'Retry a run',
    body: retryRunRequestSchema,
    response: retryRunResponseSchema,
    status: 201,
  });
  app.post('/:id/retry', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { from_step: keptTurns } = await parseBody(context, retryRunRequestSchema);
    const run = await runs.retry(principal, { runId: context.req.param('id'), keptTurns });
    nameRun(context, run.id);
    return context.json<RetryRunResponse>({ runId: run.id, conversationId: run.conversationId }, 201);
  });

  async function readParts(principal: Principal, run: Run): Promise<RunParts> {
    return {
      ...(await readSubject(principal, run)),
      steps: await stores.runs.listSteps(run.id),
      calls: await stores.runs.listToolCalls(run.id),
      approvals: await stores.approvals.listForRun(principal, run.id),
    };
  }

  type Subject = Omit<RunParts, 'steps' | 'calls' | 'approvals'>;

  async function readSubject(principal: Principal, run: Run): Promise<Subject> {
    if (isConversationRun(run)) return readConversation(principal, run);
    const titles = { run, conversationTitle: null, workspaceName: null, remediation: null, rule: null };
    const listing = { ...titles, ...(await readTitle(principal, run)) };
    return { listing, conversation: undefined, clientContext: null, question: undefined, isPast: false };
  }

  /** Reads the remediation or rule of a run; an index of code has neither. */
  async function readTitle(principal: Principal, { kind, id }: Run) {
    if (kind === 'code_index') return {};
    if (kind === 'rule_execution') return { rule: await readRule(principal, id) };
    return { remediation: await stores.remediations.get(principal, id) };
  }

  async function readRule(principal: Principal, executionId: string) {
    try {
      const { ruleId: id, ruleName: name } = await stores.ruleExecutions.get(principal, executionId);
      return { id, name };
    } catch (thrown) {
      // Executions are deleted with their rule, their runs are kept.
      if (AppError.isInstance(thrown) && thrown.code === 'NOT_FOUND') return null;
      throw thrown;
    }
  }

  async function readConversation(principal: Principal, run: ConversationRun): Promise<Subject> {
    const conversation = await stores.conversations.get(principal, run.conversationId);
    const workspace = run.workspaceId === null ? null : await stores.workspaces.get(principal, run.workspaceId);
    const workspaceName = workspace?.name ?? null;
    return {
      listing: { run, conversationTitle: conversation.title, workspaceName, remediation: null, rule: null },
      conversation,
      clientContext: await stores.clientConversations.findContext(principal, conversation.id),
      ...(await readPlace(principal, run)),
    };
  }

  /** Returns the question that a run answers; a run without one answers the last question before it. */
  async function readPlace(
    principal: Principal,
    { id, conversationId }: ConversationRun,
  ): Promise<Pick<RunParts, 'question' | 'isPast'>> {
    const all = await stores.runs.listForConversation(principal, conversationId);
    const messages = await stores.conversations.listMessages(principal, conversationId);
    const question = toExchangesUntil(id, all, messages).at(-1)?.question;
    return { question: question?.message, isPast: question?.id !== toExchanges(all, messages).at(-1)?.question.id };
  }

  return app;
}
