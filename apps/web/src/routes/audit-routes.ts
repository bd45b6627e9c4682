import type { Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import type { AuditEntry, AuditQuery } from '@shipmate/domain/audit';
import { readAudit } from '@shipmate/domain/use-cases';
import {
  type AuditEntryView,
  auditExportQuerySchema,
  type AuditListResponse,
  auditListResponseSchema,
  auditQuerySchema,
} from '@shipmate/protocol/web/audit';
import { type AppEnvironment, type Authenticate, describeRoute, parseInput } from '@shipmate/server';
import { Hono } from 'hono';
import { auditFormats } from '../views/audit-formats.ts';

/** Options for {@link auditRoutes}. */
interface AuditRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
}

const exportPage = 500;

/** `/api/audit`: the audit log of an organization, for its owners. */
export function auditRoutes({ authenticate, unitOfWork: { stores } }: AuditRoutesOptions): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'GET /', {
    summary: 'List audit entries',
    query: auditQuerySchema,
    response: auditListResponseSchema,
  });
  app.get('/', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { user: userId, limit, ...query } = parseInput(auditQuerySchema, context.req.query());
    const found = await readAudit(stores, principal, { ...query, userId, limit: limit + 1 });
    const entries = found.slice(0, limit);
    return context.json<AuditListResponse>({
      entries: entries.map(toAuditEntryView),
      next: found.length > limit ? (entries.at(-1)?.id ?? null) : null,
    });
  });

  describeRoute(app, 'GET /export', {
    summary: 'Export audit entries',
    query: auditExportQuerySchema,
    responseTypes: ['text/csv', 'application/x-ndjson'],
  });
  app.get('/export', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { user: userId, kind, format } = parseInput(auditExportQuerySchema, context.req.query());
    const { mediaType, head, toLine } = auditFormats[format];
    const filter = { kind, userId };
    const first = await readAudit(stores, principal, { ...filter, limit: exportPage });

    async function* lines(): AsyncGenerator<Uint8Array> {
      const encoder = new TextEncoder();
      yield encoder.encode(head);
      for await (const page of pages(principal, { ...filter, first })) {
        yield encoder.encode(page.map((entry) => toLine(toAuditEntryView(entry))).join(''));
      }
    }

    return context.body(ReadableStream.from(lines()), 200, {
      'content-type': mediaType,
      'content-disposition': `attachment; filename="audit.${format}"`,
    });
  });

  async function* pages(
    principal: Principal,
    { first, ...filter }: Omit<AuditQuery, 'limit'> & { readonly first: readonly AuditEntry[] },
  ): AsyncGenerator<readonly AuditEntry[]> {
    for (let page = first; page.length > 0; ) {
      yield page;
      if (page.length < exportPage) return;
      page = await readAudit(stores, principal, { ...filter, before: page.at(-1)?.id, limit: exportPage });
    }
  }

  return app;
}

function toAuditEntryView({ at, ...entry }: AuditEntry): AuditEntryView {
  return { ...entry, at: at.toISOString() };
}
