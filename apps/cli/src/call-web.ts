import { AppError } from '@shipmate/core';
import { fromErrorEnvelope } from '@shipmate/protocol/error';
import type { z } from 'zod';
import { clientEnvironmentSchema, readVariables } from './env.ts';

/** A request to a running installation. */
interface WebRequest<Schema extends z.ZodType> {
  /** The option `--url`; default SHIPMATE_URL, or this machine. */
  readonly url: string | undefined;
  readonly path: string;
  /** Sent as JSON by POST; without it the request is a GET. */
  readonly body?: unknown;
  readonly response: Schema;
}

/** The option of commands that call a running installation. */
export const urlOption = {
  type: 'string',
  placeholder: '<url>',
  description: 'The URL of web. Default SHIPMATE_URL, or this machine.',
} as const;

/** The note of commands that call a running installation. */
export const tokenNote =
  'SHIPMATE_TOKEN is an API token: create one in the browser under "API tokens" or with "shipmate token create".';

/** Calls the web app of a running installation with SHIPMATE_TOKEN. @throws AppError as the response says, `UNAVAILABLE` without one */
export async function callWeb<Schema extends z.ZodType>(request: WebRequest<Schema>): Promise<z.output<Schema>> {
  const environment = readVariables(clientEnvironmentSchema, { SHIPMATE_URL: request.url });
  const { SHIPMATE_TOKEN: token, SHIPMATE_URL, WEB_PORT } = environment;
  if (token === undefined) {
    throw new AppError({ code: 'UNAUTHORIZED', message: 'The API token is missing. Set SHIPMATE_TOKEN.' });
  }
  const url = SHIPMATE_URL ?? `http://127.0.0.1:${WEB_PORT}`;
  const { path, body } = request;
  const authorization = `Bearer ${token}`;
  const post = { method: 'POST', headers: { authorization, 'content-type': 'application/json' } };
  const response = await fetch(
    new URL(path, url),
    body === undefined ? { headers: { authorization } } : { ...post, body: JSON.stringify(body) },
  ).catch((cause: unknown) => {
    throw new AppError({
      code: 'UNAVAILABLE',
      message: `Shipmate cannot be reached at ${url}. Check that it is running and that the URL is right.`,
      cause,
    });
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw fromErrorEnvelope(answer, response.status);
  return request.response.parse(answer);
}
