import { answeringRunOf, profileFor, type RunExecutor, type RunLog, type RunRequest } from '@shipmate/agents';
import { AppError, type JsonValue, type Principal } from '@shipmate/core';
import { newId, type UnitOfWork } from '@shipmate/domain';
import type { Run } from '@shipmate/domain/run';
import {
  type AgentChatEventId,
  agentChatRequestSchema,
  agentRunEventsQuerySchema,
  parseEventId,
  shareContentFrames,
} from '@shipmate/protocol/agent-chat';
import type { ModelCatalog } from '@shipmate/providers';
import {
  type AppEnvironment,
  type Authenticate,
  describeRoute,
  nameRun,
  parseBody,
  parseInput,
  sseStream,
} from '@shipmate/server';
import { type Context, Hono } from 'hono';
import { openPlayback } from '../agent-chat/playback.ts';
import type { RunAttendance } from '../agent-chat/run-attendance.ts';
import { stopRun } from '../stop-run.ts';

/** Options for {@link agentChatRoutes}. */
interface AgentChatRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly models: Pick<ModelCatalog, 'defaultModel'>;
  readonly runs: RunExecutor;
  readonly runLog: RunLog;
  readonly attendance: RunAttendance;
  /** Address of the app for browsers, when it differs from that of the request. */
  readonly publicUrl?: string | undefined;
}

/**
 * `/v1/agent`: the Agent Chat Protocol. A run without readers is cancelled, unless the request asked it to continue.
 */
export function agentChatRoutes(options: AgentChatRoutesOptions): Hono<AppEnvironment> {
  const { authenticate, unitOfWork, models, runs, runLog, attendance, publicUrl } = options;
  const contentFrames = shareContentFrames();
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'POST /chat', {
    summary: 'Ask an agent',
    body: agentChatRequestSchema,
    ignoresUnknown: { body: 'Other servers speak the protocol too, and their clients may send more fields.' },
    responseTypes: ['text/event-stream'],
    example: { body: { message: 'Which rules are there?', context_type: 'workflow', conversation_id: 'page-1' } },
  });
  app.post('/chat', async (context) => {
    const principal = await authenticate(context.req.raw);
    const request = await parseBody(context, agentChatRequestSchema);
    const { contextType, workspace } = profileFor(request.context_type);
    const run = await start(principal, {
      conversationId: newId(),
      client: { clientId: request.conversation_id || null, context: request.context ?? null },
      workspaceId: await toWorkspaceId(principal, request.context?.['workspace_id'], workspace === 'required'),
      contextType,
      message: request.message,
      model: request.model ?? models.defaultModel,
      persona: request.persona ?? undefined,
      origin: 'agent_chat',
      detached: request.detach ?? false,
    });
    return streamRun(context, { run, principal, extensions: request.extensions ?? false });
  });

  describeRoute(app, 'GET /runs/:id/events', {
    summary: 'Follow a run of the Agent Chat Protocol',
    query: agentRunEventsQuerySchema,
    responseTypes: ['text/event-stream'],
    also: { 204: 'The run has ended, and its events are deleted or all read.' },
  });
  app.get('/runs/:id/events', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { extensions } = parseInput(agentRunEventsQuerySchema, context.req.query());
    const run = await unitOfWork.stores.runs.get(principal, context.req.param('id'));
    return streamRun(context, { run, principal, extensions, after: toPlace(context.req.header('last-event-id')) });
  });

  describeRoute(app, 'POST /runs/:id/stop', { summary: 'Stop a run of the Agent Chat Protocol' });
  app.post('/runs/:id/stop', async (context) => {
    const principal = await authenticate(context.req.raw);
    await stop(principal, await unitOfWork.stores.runs.get(principal, context.req.param('id')));
    return context.body(null, 204);
  });

  /** A new question in a conversation cancels a run whose readers have left instead of waiting for it. */
  async function start(principal: Principal, request: RunRequest): Promise<Run> {
    try {
      return (await runs.start(principal, request)).run;
    } catch (thrown) {
      const left = answeringRunOf(thrown);
      if (left === undefined || !attendance.isLeft(left)) throw thrown;
      await stop(principal, await unitOfWork.stores.runs.get(principal, left));
      return (await runs.start(principal, request)).run;
    }
  }

  /**
   * Returns the named workspace for an agent that requires one; for any other agent the id counts only if the caller
   * can read the workspace.
   */
  async function toWorkspaceId(
    principal: Principal,
    value: JsonValue | undefined,
    isRequired: boolean,
  ): Promise<string | null> {
    if (typeof value === 'string') return isRequired ? value : findWorkspaceId(principal, value);
    if (!isRequired) return null;
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message: 'context.workspace_id: is the id of the workspace that the question is about.',
    });
  }

  async function findWorkspaceId(principal: Principal, id: string): Promise<string | null> {
    try {
      return (await unitOfWork.stores.workspaces.get(principal, id)).id;
    } catch (thrown) {
      if (AppError.isInstance(thrown) && thrown.code === 'NOT_FOUND') return null;
      throw thrown;
    }
  }

  async function streamRun(context: Context<AppEnvironment>, reading: Reading): Promise<Response> {
    const { run, principal } = reading;
    nameRun(context, run.id);
    const runUrl = new URL(`/runs/${run.id}`, publicUrl ?? context.req.url).href;
    const playback = await openPlayback({ ...reading, runUrl, runLog, contentFrames, runs: unitOfWork.stores.runs });
    if (!playback) return context.body(null, 204);
    const logger = context.get('logger');
    return sseStream(context, {
      writeAll: async (write, signal) => {
        const leave = attend(run, () => {
          stop(principal, run).catch((error: unknown) =>
            logger.error('run without readers was not stopped', { error }),
          );
        });
        let isOver = false;
        try {
          await playback(write, signal);
          isOver = !signal.aborted;
        } finally {
          leave(isOver);
        }
      },
    });
  }

  function attend({ id, detached }: Run, onAbandoned: () => void): (isOver: boolean) => void {
    return detached ? () => undefined : attendance.enter(id, onAbandoned);
  }

  const stop = (principal: Principal, run: Run) => stopRun({ unitOfWork, runs, runLog }, principal, run);

  return app;
}

interface Reading {
  readonly run: Run;
  readonly principal: Principal;
  readonly extensions: boolean;
  readonly after?: AgentChatEventId | undefined;
}

function toPlace(lastEventId: string | undefined): AgentChatEventId | undefined {
  if (!lastEventId) return undefined;
  const place = parseEventId(lastEventId);
  if (place) return place;
  throw new AppError({ code: 'VALIDATION_ERROR', message: 'Last-Event-ID: is no id of an event of a run.' });
}
