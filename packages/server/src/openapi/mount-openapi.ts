import type { HonoRequest, Hono } from 'hono';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { AppEnvironment } from '../app-environment.ts';
import { createOpenApiDocument, type OpenApiOptions } from './create-openapi-document.ts';
import { describeRoute } from './describe-route.ts';
import { toReferencePage } from './reference-page.ts';

/** A text of the app, compressed too, with the headers of its responses. */
interface Served {
  readonly text: string;
  readonly compressed: Uint8Array<ArrayBuffer>;
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
    return answer(context.req, await json);
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
    return answer(context.req, await page);
  });
}

async function toServed(text: string, headers: Readonly<Record<string, string>>): Promise<Served> {
  // Weak, because both encodings have the same tag.
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  const compressed = new Uint8Array(await promisify(gzip)(text));
  return { text, compressed, headers: { ...headers, etag, 'cache-control': 'no-cache', vary: 'Accept-Encoding' } };
}

function answer(request: HonoRequest, { text, compressed, headers }: Served): Response {
  if (request.header('if-none-match') === headers['etag']) return new Response(null, { status: 304, headers });
  if (!/\bgzip\b/.test(request.header('accept-encoding') ?? '')) return new Response(text, { headers });
  return new Response(compressed, { headers: { ...headers, 'content-encoding': 'gzip' } });
}
