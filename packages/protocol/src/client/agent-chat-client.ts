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

/** Options for {@link createAgentChatClient}. */
export interface AgentChatClientOptions {
  /** Address of the web app, for example `http://127.0.0.1:3000`. */
  readonly baseUrl: string;
  /** A JWT or an API token, or a function that returns one for each request. */
  readonly token: string | (() => string | Promise<string>);
  readonly fetch?: typeof globalThis.fetch;
  /** Maximum of consecutive failed reconnections. Default 8. */
  readonly maxReconnects?: number;
  /** Waits between two attempts; may reject when the signal fires. Default: a timer. */
  readonly wait?: (ms: number, signal: AbortSignal | null) => Promise<void>;
}

/** Options of every call. */
export interface AgentChatCallOptions {
  readonly signal?: AbortSignal;
}

/** Start position of {@link AgentChatClient.follow}. */
export interface FollowOptions extends AgentChatCallOptions {
  /** Id of the last event that was read; from the beginning when undefined. */
  readonly after?: string;
  readonly extensions?: boolean;
}

/**
 * Client of the Agent Chat Protocol for browsers and Node.
 *
 * A broken stream is resumed at its position, and ends after `message_complete` or `error`. Iterators throw `AppError`:
 * the server's own (`UNAUTHORIZED` 401, `VALIDATION_ERROR` 400, `NOT_FOUND` 404, `GONE` 410 …), `UNAVAILABLE` when the
 * server cannot be reached, `ABORTED`.
 */
export interface AgentChatClient {
  /**
   * Sends a question when the first event is requested. Leaving the iteration early leaves the run without a reader; it
   * is cancelled some seconds later unless it was detached.
   */
  chat(request: AgentChatRequest, options?: AgentChatCallOptions): AsyncGenerator<AgentChatStreamEvent, void>;
  /** Yields the events of a run, starting with the missed ones. */
  follow(runId: string, options?: FollowOptions): AsyncGenerator<AgentChatStreamEvent, void>;
  stop(runId: string, options?: AgentChatCallOptions): Promise<void>;
  /** Returns the approval that an `approval_required` event with an `approval_id` requests. */
  getApproval(approvalId: string, options?: AgentChatCallOptions): Promise<ApprovalView>;
  /** Decides an approval, after which the run continues. Requires the JWT of a person with the scope for it. */
  decide(approvalId: string, decision: ApprovalDecisionRequest, options?: AgentChatCallOptions): Promise<ApprovalView>;
}

/** Progress of reading a run. */
interface Reading {
  readonly runId: string;
  readonly extensions: boolean;
  readonly signal: AbortSignal | null;
  after: string | undefined;
  /** The server's reconnection delay, in milliseconds. */
  retryMs: number;
}

const defaultRetryMs = 1_000;
const longestWaitMs = 30_000;

/** Creates a client of the Agent Chat Protocol. */
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

  /** Attempts connections until one succeeds; the first attempt has no delay when `attempt` is 0. */
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

/** Reads until the connection breaks; returns true when the run has ended. */
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
