import type { Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import type { Pattern, PatternDocument } from '@shipmate/domain/pattern';
import { toSearchTerms } from '@shipmate/domain/search';
import { isOwner, removePattern, savePattern } from '@shipmate/domain/use-cases';
import {
  type PatternListResponse,
  patternListResponseSchema,
  patternRequestSchema,
  patternSchema,
  patternSearchQuerySchema,
  type PatternSearchResponse,
  patternSearchResponseSchema,
  type PatternSummary,
  type PatternView,
} from '@shipmate/protocol/web/patterns';
import { type AppEnvironment, type Authenticate, describeRoute, parseBody, parseInput } from '@shipmate/server';
import type { ComputePort } from '@shipmate/tools';
import { type Context, Hono } from 'hono';

/** Options for {@link patternRoutes}. */
interface PatternRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly compute: ComputePort;
}

/** `/api/patterns`: the patterns and standards of an organization. Members read them, owners write them. */
export function patternRoutes({ authenticate, unitOfWork, compute }: PatternRoutesOptions): Hono<AppEnvironment> {
  const { patterns, users } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  async function readDocument(context: Context<AppEnvironment>, principal: Principal): Promise<PatternDocument> {
    const isMarkdown = /^text\/(?:x-)?markdown\b/i.test(context.req.header('content-type') ?? '');
    if (!isMarkdown) return parseBody(context, patternRequestSchema);
    const { signal } = context.req.raw;
    return compute.run('readMarkdownPattern', [await context.req.text()], { principal, signal });
  }

  describeRoute(app, 'GET /', { summary: 'List patterns', response: patternListResponseSchema });
  app.get('/', async (context) => {
    const principal = await authenticate(context.req.raw);
    const [all, mayChange] = await Promise.all([patterns.list(principal), isOwner(users, principal)]);
    return context.json<PatternListResponse>({ patterns: all.map(toPatternSummary), mayChange });
  });

  describeRoute(app, 'POST /', {
    summary: 'Save a pattern',
    body: patternRequestSchema,
    bodyTypes: ['text/markdown'],
    response: patternSchema,
    status: 201,
    example: {
      body: {
        kind: 'policy',
        title: 'Resource requests',
        tags: ['resources'],
        body: 'Every container requests CPU and memory.',
      },
    },
  });
  app.post('/', async (context) => {
    const principal = await authenticate(context.req.raw);
    const pattern = await savePattern(unitOfWork, principal, await readDocument(context, principal));
    return context.json<PatternView>({ ...toPatternSummary(pattern), body: pattern.body }, 201);
  });

  describeRoute(app, 'GET /search', {
    summary: 'Search patterns',
    query: patternSearchQuerySchema,
    response: patternSearchResponseSchema,
    example: { query: { q: 'resource requests' } },
  });
  app.get('/search', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { q, limit } = parseInput(patternSearchQuerySchema, context.req.query());
    const found = await patterns.search(principal, { terms: toSearchTerms(q), limit });
    const passages = found.map(({ pattern, heading, body }) => ({ pattern: toPatternSummary(pattern), heading, body }));
    return context.json<PatternSearchResponse>({ passages });
  });

  describeRoute(app, 'GET /:id', { summary: 'Get a pattern', response: patternSchema });
  app.get('/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    const pattern = await patterns.get(principal, context.req.param('id'));
    return context.json<PatternView>({ ...toPatternSummary(pattern), body: pattern.body });
  });

  describeRoute(app, 'DELETE /:id', { summary: 'Delete a pattern' });
  app.delete('/:id', async (context) => {
    const principal = await authenticate(context.req.raw);
    await removePattern(unitOfWork, principal, context.req.param('id'));
    return context.body(null, 204);
  });

  return app;
}

/** Returns a pattern without its text. */
function toPatternSummary(pattern: Omit<Pattern, 'body'>): PatternSummary {
  const { id, kind, title, tags, source, savedByUserId, savedAt } = pattern;
  return { id, kind, title, tags: [...tags], source, savedByUserId, savedAt: savedAt.toISOString() };
}
