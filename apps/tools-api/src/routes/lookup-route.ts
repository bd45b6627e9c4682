import { type BoundTool, toJsonText } from '@shipmate/core';
import { type AppEnvironment, type Authenticate, describeRoute, executeTool, readJson } from '@shipmate/server';
import { type Context, Hono } from 'hono';

/** Options for {@link lookupRoute}. */
interface LookupRouteOptions {
  /** A tool that needs no workspace. */
  readonly tool: BoundTool;
  readonly paths: readonly string[];
  readonly authenticate: Authenticate;
}

/**
 * Serves a lookup tool at paths of its own, by GET with a query or by POST with a body; the response is the tool's
 * output.
 */
export function lookupRoute({ tool, paths, authenticate }: LookupRouteOptions): Hono<AppEnvironment> {
  async function answer(context: Context<AppEnvironment>, readInput: () => unknown): Promise<Response> {
    const principal = await authenticate(context.req.raw);
    const input = await readInput();
    const { signal } = context.req.raw;
    const output = await executeTool(tool, input, { principal, signal, logger: context.get('logger') });
    return context.body(toJsonText(output), 200, { 'content-type': 'application/json' });
  }

  const app = new Hono<AppEnvironment>();
  for (const path of paths) {
    const { name, description, category: tag, inputSchema, outputSchema = {} } = tool;
    const described = { description, tag, response: { jsonSchema: outputSchema } };
    describeRoute(app, `GET ${path}`, {
      ...described,
      summary: `Look up ${name} at ${path}`,
      query: { jsonSchema: inputSchema },
    });
    describeRoute(app, `POST ${path}`, {
      ...described,
      summary: `Call ${name} at ${path}`,
      body: { jsonSchema: inputSchema },
    });
  }
  return app
    .on('GET', [...paths], (context) => answer(context, () => context.req.query()))
    .on('POST', [...paths], (context) => answer(context, () => readJson(context)));
}
