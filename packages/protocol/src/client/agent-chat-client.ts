import { AppError } from '@shipmate/core';
import type { AgentChatRequest } from '../agent-chat/agent-chat-request.ts';
import { approvalSchema, type ApprovalDecisionRequest, type ApprovalView } from '../web/approvals.ts';
import { isLastAgentChatEvent } from '../agent-chat/agent-chat-event.ts';
import {
  toBody,
  toConnection,
  toServerError,
  type AgentChatConnection,
  type AgentChatStreamEvent,
} from './agent-chat-connection.ts';

/** What {@link createAgentChatClient} needs. */
export interface AgentChatClientOptions {
  /** Where the web app is, for example `http://127.0.0.1:3000`. */
  readonly baseUrl: string;
  /** A JWT or an API token, or what gets one for each request. */
  readonly token: string | (() => string | Promise<string>);
  readonly fetch?: typeof globalThis.fetch;
  /** How often in a row it connects again in vain before it gives up. Default 8. */
  readonly maxReconnects?: number;
  /** Waits between two attempts; it may reject when the signal fires. Default: a timer. */
  readonly wait?: (ms: number, signal: AbortSignal | null) => Promise<void>;
}

/** What a call may say beside what it is about. */
export interface AgentChatCallOptions {
  readonly signal?: AbortSignal;
}

/** Where to read on. */
export interface FollowOptions extends AgentChatCallOptions {
  /** The id of the last event that was read; from the beginning when absent. */
  readonly after?: string;
  readonly extensions?: boolean;
}

/**
 * Speaks the Agent Chat Protocol, in browsers and in Node.
 *
 * A stream that breaks is read on where it broke, and ends after `message_complete` or `error`. What is iterated throws
 * `AppError`: the server's own (`UNAUTHORIZED` 401, `VALIDATION_ERROR` 400, `NOT_FOUND` 404, `GONE` 410 …), `UNAVAILABLE` when
 * the server cannot be reached, `ABORTED`.
 */
export interface AgentChatClient {
  /** Asks, once the first event is wanted. An iteration that is left early leaves the run, which ends some seconds later unless it was detached. */
  chat(request: AgentChatRequest, options?: AgentChatCallOptions): AsyncGenerator<AgentChatStreamEvent, void>;
  /** The events of a run, those that were missed first. */
  follow(runId: string, options?: FollowOptions): AsyncGenerator<AgentChatStreamEvent, void>;
  stop(runId: string, options?: AgentChatCallOptions): Promise<void>;
  /** What an `approval_required` with an `approval_id` asks. */
  getApproval(approvalId: string, options?: AgentChatCallOptions): Promise<ApprovalView>;
  /** Answers it, whereupon the run goes on. It takes the JWT of a person, which says so. */
  decide(approvalId: string, decision: ApprovalDecisionRequest, options?: AgentChatCallOptions): Promise<ApprovalView>;
}

/** How far a run was read. */
interface Reading {
  readonly runId: string;
  readonly extensions: boolean;
  readonly signal: AbortSignal | null;
  after: string | undefined;
  /** How long the server wants to be left alone after a connection broke. */
  retryMs: number;
}

const defaultRetryMs = 1_000;
const longestWaitMs = 30_000;

/** Makes a client of the Agent Chat Protocol. */
export function createAgentChatClient(options: AgentChatClientOptions): AgentChatClient {
  const { baseUrl, token, fetch = globalThis.fetch, maxReconnects = 8, wait = waitUnlessAborted } = options;
  const base = `${baseUrl.replace(/\/+$/, '')}/v1/agent`;

  async function request(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${typeof token === 'string' ? token : await token()}`);
    try {
      return await fetch(base + path, { ...init, headers, redirect: 'error' });
    } catch (cause) {
      throw toConnectionError(cause, init.signal);
    }
  }

  async function readOn({ runId, after, extensions, signal }: Reading): Promise<AgentChatConnection | undefined> {
    const headers = new Headers({ accept: 'text/event-stream' });
    if (after !== undefined) headers.set('last-event-id', after);
    const path = `/runs/${encodeURIComponent(runId)}/events${extensions ? '?extensions=true' : ''}`;
    const response = await request(path, { headers, signal });
    if (response.status !== 429 && response.status < 500) return toConnection(response, runId);
    await response.body?.cancel();
    throw new AppError({ code: 'UNAVAILABLE', message: `The server answered ${response.status}.` });
  }

  /** Tries until there is a connection; the first attempt is made at once when `attempt` is 0. */
  async function connect(reading: Reading, attempt: number): Promise<AgentChatConnection | undefined> {
    if (attempt > 0) await wait(Math.min(reading.retryMs * 2 ** (attempt - 1), longestWaitMs), reading.signal);
    try {
      return await readOn(reading);
    } catch (thrown) {
      const canRetry = AppError.isInstance(thrown) && thrown.code === 'UNAVAILABLE' && attempt < maxReconnects;
      if (!canRetry) throw thrown;
      return connect(reading, attempt + 1);
    }
  }

  async function* readRun(
    first: AgentChatConnection | undefined,
    reading: Reading,
  ): AsyncGenerator<AgentChatStreamEvent, void> {
    for (let connection = first; connection; connection = await connect(reading, 1)) {
      if (yield* readConnection(connection, reading)) return;
    }
  }

  return {
    async *chat(body, { signal = null } = {}) {
      const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };
      const response = await request('/chat', { method: 'POST', headers, body: JSON.stringify(body), signal });
      const first = await toConnection(response);
      const extensions = body.extensions ?? false;
      if (first) yield* readRun(first, { ...newReading, runId: first.runId, extensions, signal });
    },

    async *follow(runId, { after, extensions = false, signal = null } = {}) {
      const reading = { ...newReading, runId, after, extensions, signal };
      yield* readRun(await connect(reading, 0), reading);
    },

    async stop(runId, { signal = null } = {}) {
      const response = await request(`/runs/${encodeURIComponent(runId)}/stop`, { method: 'POST', signal });
      if (!response.ok) throw await toServerError(response);
      await response.body?.cancel();
    },

    async getApproval(approvalId, { signal = null } = {}) {
      return toBody(await request(`/approvals/${encodeURIComponent(approvalId)}`, { signal }), approvalSchema);
    },

    async decide(approvalId, decision, { signal = null } = {}) {
      const path = `/approvals/${encodeURIComponent(approvalId)}/decision`;
      const headers = { 'content-type': 'application/json' };
      const response = await request(path, { method: 'POST', headers, body: JSON.stringify(decision), signal });
      return toBody(response, approvalSchema);
    },
  };
}

const newReading = { after: undefined, retryMs: defaultRetryMs } as const;

/** Reads until the connection breaks; returns whether the run has ended. */
async function* readConnection(
  connection: AgentChatConnection,
  reading: Reading,
): AsyncGenerator<AgentChatStreamEvent, boolean> {
  try {
    for await (const event of connection.events((ms) => void (reading.retryMs = ms))) {
      reading.after = event.id;
      yield event;
      if (isLastAgentChatEvent(event.event)) return true;
    }
  } catch (thrown) {
    if (AppError.isInstance(thrown)) throw thrown;
    if (reading.signal?.aborted) throw toConnectionError(thrown, reading.signal);
  }
  return false;
}

function toConnectionError(cause: unknown, signal: AbortSignal | null | undefined): AppError {
  if (signal?.aborted) return new AppError({ code: 'ABORTED', message: 'The call was aborted.', cause });
  return new AppError({ code: 'UNAVAILABLE', message: 'The server cannot be reached.', cause });
}

function waitUnlessAborted(ms: number, signal: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(toConnectionError(signal?.reason, signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
