import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { AppError } from '@shipmate/core';
import { defaultArchiveLimits, toHeldLimit, type UnitOfWork } from '@shipmate/domain';
import {
  exportQuerySchema,
  type ImportArchiveResponse,
  leftOutHeader,
  maxArchiveBytes,
  toLeftOutHeader,
} from '@shipmate/protocol';
import type { ByteBudget, ChargedWork } from '@shipmate/runtime';
import { type AppEnvironment, type Authenticate, parseInput } from '@shipmate/server';
import { exportArchive, importArchive } from '@shipmate/tools/archive';
import { Hono } from 'hono';

/** What {@link archiveRoutes} needs. */
export interface ArchiveRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
  readonly importBudget: ByteBudget;
}

const archiveMediaType =
  /^application\/(?:octet-stream|(?:x-)?(?:gzip|g?tar|zip|zip-compressed|compressed-tar))\s*(?:;|$)/i;
/** Copies of its files that packing holds: `.tgz` is packed file by file, `.zip` all at once. */
const copiesOf = { tgz: 1, zip: 2 } as const;
const mediaTypes = { tgz: 'application/gzip', zip: 'application/zip' } as const;

/** The `bodyLimits` of an app that has these routes under `/api/workspaces`. */
export const archiveBodyLimits = { '/api/workspaces/archive': maxArchiveBytes } as const;

/** Under `/api/workspaces`: making a workspace of an archive, and an archive of a workspace. */
export function archiveRoutes({ authenticate, unitOfWork, importBudget }: ArchiveRoutesOptions): Hono<AppEnvironment> {
  const { workspaces } = unitOfWork.stores;
  const app = new Hono<AppEnvironment>();

  app.post('/archive', async (context) => {
    const request = context.req.raw;
    const principal = await authenticate(request);
    if (!archiveMediaType.test(context.req.header('content-type') ?? '')) {
      throw new AppError({ code: 'VALIDATION_ERROR', message: 'Send the archive itself as application/octet-stream.' });
    }
    const { signal } = request;
    const bytes = toHeldLimit(readContentLength(request), defaultArchiveLimits);
    return importBudget.run({ tenant: principal.organizationId, bytes, signal }, async (claim) => {
      const { workspace, left } = await importArchive(request.body ?? new Uint8Array(), { signal, claim });
      const { id: workspaceId } = await workspaces.create(principal, workspace);
      return context.json<ImportArchiveResponse>({ workspaceId, left: [...left] }, 201);
    });
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
      // Nobody reads the body of an answer to HEAD.
      if (context.req.method === 'HEAD') bytes.destroy();
      return { bytes, toResponse: () => context.body(Readable.toWeb(bytes), 200, headers) };
    });
  });

  return app;
}

/** The length of a request's body in bytes, as its sender states it and as the server enforces it; `undefined` when absent. */
function readContentLength({ headers }: Request): number | undefined {
  const text = headers.get('content-length') ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

interface Packed {
  readonly bytes: Readable;
  readonly toResponse: () => Response;
}

/** Answers with a stream whose bytes are claimed until it ends or is given up. */
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
