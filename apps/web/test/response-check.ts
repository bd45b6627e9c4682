import { errorEnvelopeSchema } from '@shipmate/protocol/error';
import { runHeader } from '@shipmate/protocol/http';
import { type AppEnvironment, describedRoutes, type RouteDescription } from '@shipmate/server';
import type { Hono } from 'hono';
import type { z } from 'zod';

/** Checks a response against the description of its route; throws when it has another status or other fields. */
export type ResponseCheck = (
  request: { readonly method: string; readonly path: string },
  response: Response,
) => Promise<void>;

/** Creates the check of an app's responses, so that every test also tests the OpenAPI document. */
export function createResponseCheck(app: Hono<AppEnvironment>): ResponseCheck {
  const routes = describedRoutes(app).map((route) => ({
    ...route,
    pattern: new RegExp(`^${route.path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`),
  }));
  return async ({ method, path }, response) => {
    const route = routes.find((each) => each.method === method && each.pattern.test(path));
    // A failed readiness check has the body of a successful one.
    if (route === undefined || route.description.tag === 'health') return;
    const problem =
      response.ok || response.status === 303
        ? ((await findProblem(route.description, response)) ?? (await findUnnamedRun(method, response)))
        : await findErrorProblem(response);
    if (problem !== undefined) throw new Error(`${method} ${path} answered ${response.status} with ${problem}`);
  };
}

async function findProblem(description: RouteDescription, response: Response): Promise<string | undefined> {
  const { response: schema, responseTypes = [], also = {} } = description;
  const { status = schema !== undefined || responseTypes.length > 0 ? 200 : 204 } = description;
  if (Object.hasOwn(also, response.status)) return undefined;
  if (response.status !== status) return `another status than the described ${status}.`;
  const mediaType = mediaTypeOf(response);
  if (mediaType === json && schema !== undefined && !('jsonSchema' in schema)) return findDifference(schema, response);
  const isKnown = mediaType === undefined || mediaType === json || responseTypes.includes(mediaType);
  return isKnown ? undefined : `the media type ${mediaType}, which its description does not list.`;
}

const runFields = ['runId', 'jobId', 'executionId', 'remediationId'];

/** A request that starts a run names it in a header, which is how the log line of the request leads to the run's trace. */
async function findUnnamedRun(method: string, response: Response): Promise<string | undefined> {
  if (method !== 'POST' || mediaTypeOf(response) !== json) return undefined;
  const body: unknown = await response.clone().json();
  const entries = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  const [, runId] = entries.find(([name, value]) => runFields.includes(name) && value !== null) ?? [];
  const named = response.headers.get(runHeader);
  return runId === undefined || runId === named ? undefined : `the run ${runId}, but the header names ${named}.`;
}

async function findErrorProblem(response: Response): Promise<string | undefined> {
  return mediaTypeOf(response) === json ? findDifference(errorEnvelopeSchema, response) : undefined;
}

const json = 'application/json';
const mediaTypeOf = ({ headers }: Response): string | undefined => headers.get('content-type')?.split(';', 1)[0];

async function findDifference(schema: z.ZodType, response: Response): Promise<string | undefined> {
  const body: unknown = await response.clone().json();
  const parsed = schema.safeParse(body);
  if (!parsed.success) return `another body than described: ${parsed.error.message}`;
  const missing = findMissing(body, parsed.data);
  return missing.length === 0 ? undefined : `fields that its description does not list: ${missing.join(', ')}.`;
}

/** Returns the paths of the values that only the first one has. */
function findMissing(one: unknown, other: unknown, path = ''): string[] {
  if (typeof one !== 'object' || one === null) return one === other ? [] : [path];
  if (typeof other !== 'object' || other === null) return [path];
  return Object.entries(one).flatMap(([key, value]) =>
    findMissing(value, (other as Record<string, unknown>)[key], `${path}.${key}`),
  );
}
