import { AppError } from '@shipmate/core';
import { fromErrorEnvelope } from '@shipmate/protocol/error';
import type { z } from 'zod';

/** `fetch` that throws an {@link AppError} for every unsuccessful response. */
export async function fetchOk(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await reach(input, init);
  if (response.ok) return response;
  throw fromErrorEnvelope(await readJson(response), response.status);
}

/** Options for {@link requestJson}. */
export interface RequestJsonOptions<Schema extends z.ZodType> {
  readonly schema: Schema;
  /** Sent as JSON, or unchanged when it is a file; without a body the request is a GET. */
  readonly body?: unknown;
  /** Method of a request with a body; POST by default. */
  readonly method?: 'PUT' | 'PATCH' | 'DELETE';
  readonly signal?: AbortSignal;
}

/** Requests JSON from the server of this page and returns the validated response; throws {@link AppError}. */
export async function requestJson<Schema extends z.ZodType>(
  path: string,
  { schema, body, method, signal }: RequestJsonOptions<Schema>,
): Promise<z.infer<Schema>> {
  const response = await fetchOk(path, {
    ...(body === undefined ? {} : toPost(body)),
    ...(method === undefined ? {} : { method }),
    ...(signal ? { signal } : {}),
  });
  const parsed = schema.safeParse(await readJson(response));
  if (parsed.success) return parsed.data;
  throw new AppError({
    code: 'EXTERNAL_API_ERROR',
    message: 'The server sent a response that this page cannot read. Reload the page.',
    cause: parsed.error,
  });
}

/** Sends a POST without a body and discards the response; throws {@link AppError}. */
export async function postCommand(path: string): Promise<void> {
  await fetchOk(path, toPost({}));
}

/** Deletes the resource at a path; throws {@link AppError}. */
export async function deleteResource(path: string): Promise<void> {
  await fetchOk(path, { method: 'DELETE' });
}

function toPost(body: unknown): RequestInit {
  if (body instanceof Blob) return { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body };
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

async function reach(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(input, init);
  } catch (cause) {
    if (init?.signal?.aborted) throw cause;
    throw new AppError({ code: 'UNAVAILABLE', message: 'Shipmate cannot be reached.', cause });
  }
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
