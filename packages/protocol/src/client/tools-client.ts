import { AppError, toJsonText, type ToolExecutionContext, type ToolResult } from '@shipmate/core';
import type { z } from 'zod';
import { fromErrorEnvelope } from '../error/error-envelope.ts';
import { runHeader, toolCallHeader, workspaceHeader } from '../http/header-names.ts';
import { toolListSchema, type ToolDescription } from '../tools/tool-list.ts';
import { toolResultSchema } from '../tools/tool-result.ts';

/** The principal, workspace and run of a tool call. */
export type ToolCallContext = Pick<ToolExecutionContext, 'principal' | 'workspaceId' | 'runId'>;

/** A token for every request, or a function that returns one for each call. */
type Authorization =
  | { readonly token: string }
  | {
      /** `context` is undefined when the call has none. */
      getToken(context: ToolCallContext | undefined): string | Promise<string>;
    };

/** Options for {@link createToolsClient}. */
export type ToolsClientOptions = Authorization & {
  /** Address of the tools API, for example `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  readonly fetch?: typeof globalThis.fetch;
};

/** Options of a single call. */
export interface ToolCallOptions {
  readonly workspaceId?: string | undefined;
  readonly runId?: string | undefined;
  /** Id of the call in its run. */
  readonly toolCallId?: string | undefined;
  readonly signal?: AbortSignal;
  /** Passed to `getToken`. */
  readonly context?: ToolCallContext;
}

/**
 * Client of a tools API. Methods throw `AppError`: the server's own, `UNAVAILABLE` when it cannot be reached,
 * `ABORTED`.
 */
export interface ToolsClient {
  list(options?: { readonly signal?: AbortSignal }): Promise<readonly ToolDescription[]>;
  /** Calls a tool. A failure within the tool is a result with `success: false`; every other failure is thrown. */
  call(name: string, input: unknown, options?: ToolCallOptions): Promise<ToolResult>;
}

/** Creates a client of a tools API. */
export function createToolsClient(options: ToolsClientOptions): ToolsClient {
  const { baseUrl, fetch = globalThis.fetch } = options;
  const base = `${baseUrl.replace(/\/+$/, '')}/api/tools`;

  async function request<Schema extends z.ZodType>(
    path: string,
    {
      schema,
      context,
      ...init
    }: RequestInit & { readonly schema: Schema; readonly context?: ToolCallContext | undefined },
  ): Promise<z.output<Schema>> {
    const token = 'token' in options ? options.token : await options.getToken(context);
    const headers = new Headers(init.headers);
    headers.set('accept', 'application/json');
    headers.set('authorization', `Bearer ${token}`);
    const { status, body } = await send(() => fetch(base + path, { ...init, headers, redirect: 'error' }), init.signal);
    if (status >= 400) throw fromErrorEnvelope(body, status);
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    throw new AppError({
      code: 'EXTERNAL_API_ERROR',
      message: 'The tools service sent an invalid response.',
      cause: parsed.error,
    });
  }

  return {
    async list({ signal } = {}) {
      const { tools } = await request('', { schema: toolListSchema, signal: signal ?? null });
      return tools;
    },

    call(name, input, { workspaceId, runId, toolCallId, signal, context } = {}) {
      return request(`/${encodeURIComponent(name)}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(workspaceId === undefined ? {} : { [workspaceHeader]: workspaceId }),
          ...(runId === undefined ? {} : { [runHeader]: runId }),
          ...(toolCallId === undefined ? {} : { [toolCallHeader]: toolCallId }),
        },
        body: toJsonText(input),
        schema: toolResultSchema,
        signal: signal ?? null,
        context,
      });
    },
  };
}

async function send(
  request: () => Promise<Response>,
  signal: AbortSignal | null | undefined,
): Promise<{ readonly status: number; readonly body: unknown }> {
  try {
    const response = await request();
    const text = await response.text();
    return { status: response.status, body: parseJson(text) };
  } catch (cause) {
    if (signal?.aborted) throw new AppError({ code: 'ABORTED', message: 'The call was aborted.', cause });
    throw new AppError({ code: 'UNAVAILABLE', message: 'The tools service cannot be reached.', cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
