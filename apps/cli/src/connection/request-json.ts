import { AppError } from '@shipmate/core';
import { fromErrorEnvelope } from '@shipmate/protocol/error';
import type { z } from 'zod';
import type { Send } from './connection.ts';

/** A request whose response is JSON. */
interface JsonRequest<Schema extends z.ZodType> {
  readonly path: string;
  /** Sent as JSON, by POST unless `method` is given; without it the request is a GET. */
  readonly body?: unknown;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly response: Schema;
  readonly signal?: AbortSignal | undefined;
}

/** Sends a request and parses its response. @throws AppError the server's own, `UNAVAILABLE` when it cannot be reached */
export async function requestJson<Schema extends z.ZodType>(
  send: Send,
  { response, ...request }: JsonRequest<Schema>,
): Promise<z.output<Schema>> {
  const answer = await requestOk(send, request);
  const parsed = response.safeParse(await answer.json());
  if (parsed.success) return parsed.data;
  const message = 'Shipmate sent an unexpected response. Use the version of the CLI that the server has.';
  throw new AppError({ code: 'EXTERNAL_API_ERROR', message, cause: parsed.error });
}

/** Sends a request and returns its response if it is a success. @throws AppError the server's own */
export async function requestOk(send: Send, request: Omit<JsonRequest<z.ZodType>, 'response'>): Promise<Response> {
  const { path, body, method = body === undefined ? 'GET' : 'POST', headers = {}, signal } = request;
  const answer = await send(path, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  });
  if (answer.ok) return answer;
  throw fromErrorEnvelope(await answer.json().catch(() => undefined), answer.status);
}
