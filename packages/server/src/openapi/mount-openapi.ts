import type { Hono } from 'hono';
import { createHash } from 'node:crypto';
import type { AppEnvironment } from '../app-environment.ts';
import { createOpenApiDocument, type OpenApiOptions } from './create-openapi-document.ts';
import { describeRoute } from './describe-route.ts';
import { toReferencePage } from './reference-page.ts';

/** A text of the app with the headers of its responses. */
interface Served {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The page has no scripts and loads nothing. */
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Mounts `/openapi.json`, the OpenAPI document of the routes that the app describes, and `/docs/api`, its reference page. Both are
 * public and made at the first request.
 */
export function mountOpenApi(app: Hono<AppEnvironment>, options: OpenApiOptions): void {
  let document: ReturnType<typeof createOpenApiDocument> | undefined;
  let json: Promise<Served> | undefined;
  let page: Promise<Served> | undefined;
  const read = () => (document ??= createOpenApiDocument(app, options));

  describeRoute(app, 'GET /openapi.json', {
    summary: 'Get the OpenAPI document',
    tag: 'reference',
    responseTypes: ['application/json'],
  });
  app.get('/openapi.json', async (context) => {
    json ??= read().then((found) => toServed(JSON.stringify(found), { 'content-type': 'application/json' }));
    return answer(context.req.header('if-none-match'), await json);
  });

  describeRoute(app, 'GET /docs/api', {
    summary: 'Get the reference page',
    tag: 'reference',
    responseTypes: ['text/html'],
  });
  app.get('/docs/api', async (context) => {
    page ??= read().then((found) =>
      toServed(toReferencePage(found), {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': pagePolicy,
      }),
    );
    return answer(context.req.header('if-none-match'), await page);
  });
}

function toServed(text: string, headers: Readonly<Record<string, string>>): Served {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  return { text, headers: { ...headers, etag, 'cache-control': 'no-cache' } };
}

function answer(known: string | undefined, { text, headers }: Served): Response {
  if (known === headers['etag']) return new Response(null, { status: 304, headers });
  return new Response(text, { headers });
}
