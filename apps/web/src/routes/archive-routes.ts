import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { UnitOfWork } from '@shipmate/domain';
import { defaultArchiveLimits, toHeldLimit } from '@shipmate/domain/archive';
import {
  exportQuerySchema,
  type ImportArchiveResponse,
  importArchiveResponseSchema,
  leftOutHeader,
  toLeftOutHeader,
} from '@shipmate/protocol/web/archive';
import type { ByteBudget, ChargedWork } from '@shipmate/runtime';
import { type AppEnvironment, type Authenticate, describeRoute, parseInput } from '@shipmate/server';
import { exportArchive, importArchive } from '@shipmate/tools/archive';
import { Hono } from 'hono';
import { archiveBodyTypes, requireArchive } from './archive-body.ts';

/** Options for {@link archiveRoutes}. */
interface ArchiveRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly importBudget: ByteBudget;
}

/** Copies of the files that packing holds in memory: `.tgz` is packed file by file, `.zip` all at once. */
const copiesOf = { tgz: 1, zip: 2 } as const;
const mediaTypes = { tgz: 'application/gzip', zip: 'application/zip' } as const;

/** Under `/api/workspaces`: import of an archive as a workspace, and export of a workspace as an archive. */
export function archiveRoutes({ authenticate, unitOfWork, importBudget }: ArchiveRoutesOptions): Hono<AppEnvironment> {
  const { workspaces } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  describeRoute(app, 'POST /archive', {
    summary: 'Import an archive as a workspace',
    bodyTypes: archiveBodyTypes,
    response: importArchiveResponseSchema,
    status: 201,
  });
  app.post('/archive', async (context) => {
    const request = context.req.raw;
    const principal = await authenticate(request);
    const { signal } = request;
    const bytes = toHeldLimit(requireArchive(request), defaultArchiveLimits);
    return importBudget.run({ tenant: principal.organizationId, bytes, signal }, async (claim) => {
      const { workspace, left } = await importArchive(request.body ?? new Uint8Array(), { signal, claim });
      const { id: workspaceId } = await workspaces.create(principal, workspace);
      return context.json<ImportArchiveResponse>({ workspaceId, left: [...left] }, 201);
    });
  });

  describeRoute(app, 'GET /:id/export', {
    summary: 'Export a workspace as an archive',
    query: exportQuerySchema,
    responseTypes: ['application/gzip', 'application/zip'],
  });
  app.get('/:id/export', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { format, revision, pending, chart } = parseInput(exportQuerySchema, context.req.query());
    const workspaceId = context.req.param('id');
    const { signal } = context.req.raw;
    const size = await workspaces.measure(principal, workspaceId, revision);
    const work = { tenant: principal.organizationId, bytes: size * copiesOf[format], signal };
    return holdWhileRead(importBudget, work, async () => {
      const { workspace, charts, files } = await workspaces.getDetail(principal, workspaceId, revision);
      const { fileName, bytes, left } = exportArchive(
        { name: workspace.name, charts, files },
        { format, pending, chartId: chart },
      );
      const headers = {
        'content-type': mediaTypes[format],
        'content-disposition': `attachment; filename="${fileName}"`,
        ...(left.length === 0 ? {} : { [leftOutHeader]: toLeftOutHeader(left) }),
      };
      // A response to HEAD has no body to read.
      if (context.req.method === 'HEAD') bytes.destroy();
      return { bytes, toResponse: () => context.body(Readable.toWeb(bytes), 200, headers) };
    });
  });

  return app;
}

interface Packed {
  readonly bytes: Readable;
  readonly toResponse: () => Response;
}

/** Responds with a stream whose bytes are claimed until it ends or is cancelled. */
function holdWhileRead(budget: ByteBudget, work: ChargedWork, pack: () => Promise<Packed>): Promise<Response> {
  return new Promise((resolve, reject) => {
    const held = budget.run(work, async () => {
      const { bytes, toResponse } = await pack();
      const ended = finished(bytes).catch(() => undefined);
      resolve(toResponse());
      await ended;
    });
    held.catch(reject);
  });
}
