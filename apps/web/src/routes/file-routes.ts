import { AppError, type Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import { editWorkspace } from '@shipmate/domain/use-cases';
import {
  addFile,
  deleteFiles,
  moveFiles,
  saveFile,
  versionOf,
  type WorkspaceDetail,
  type WorkspaceFile,
} from '@shipmate/domain/workspace';
import {
  createFileRequestSchema,
  deleteFilesRequestSchema,
  renameFilesRequestSchema,
  saveFileRequestSchema,
} from '@shipmate/protocol/web/files';
import {
  contentsQuerySchema,
  filesQuerySchema,
  type FilesResponse,
  filesResponseSchema,
} from '@shipmate/protocol/web/workspace';
import { type AppEnvironment, type Authenticate, describeRoute, parseBody, parseInput } from '@shipmate/server';
import { type Context, Hono } from 'hono';
import { toFileView } from '../views/workspace-view.ts';
import { readContents, readWorkspaceView, workspaceViewSchema } from './read-workspace-response.ts';

/** Options for {@link fileRoutes}. */
interface FileRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
}

/** `/api/workspaces/{id}/files`: files with their contents, and manual edits, which are pending until accepted. */
export function fileRoutes({ authenticate, unitOfWork }: FileRoutesOptions): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>();

  async function editFiles(
    context: Context<AppEnvironment, '/:id/files'>,
    principal: Principal,
    edit: (detail: WorkspaceDetail) => readonly WorkspaceFile[],
  ) {
    const workspaceId = context.req.param('id');
    const contents = readContents(context);
    const detail = await editWorkspace(unitOfWork, principal, { workspaceId, edit });
    return readWorkspaceView({ unitOfWork, principal, workspaceId, contents, detail });
  }

  describeRoute(app, 'GET /:id/files', {
    summary: 'Get files of a workspace',
    query: filesQuerySchema,
    response: filesResponseSchema,
    also: { 304: 'The files have not changed.' },
  });
  app.get('/:id/files', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { path: paths } = parseInput(filesQuerySchema, context.req.queries());
    const files = await unitOfWork.stores.workspaces.findFiles(principal, context.req.param('id'), paths);
    const missing = paths.find((path) => !files.some((file) => file.path === path));
    if (missing !== undefined) {
      throw new AppError({
        code: 'NOT_FOUND',
        message: `File "${missing}" does not exist. Reload the workspace.`,
      });
    }
    const etag = `"${files.map(versionOf).join('-')}"`;
    const headers = { etag, 'cache-control': 'private, no-cache' };
    if (isKnown(etag, context.req.header('if-none-match'))) return context.body(null, 304, headers);
    return context.json<FilesResponse>({ files: files.map(toFileView) }, 200, headers);
  });

  describeRoute(app, 'PUT /:id/files', {
    summary: 'Save a file',
    query: contentsQuerySchema,
    body: saveFileRequestSchema,
    response: workspaceViewSchema,
  });
  app.put('/:id/files', async (context) => {
    const principal = await authenticate(context.req.raw);
    const save = await parseBody(context, saveFileRequestSchema);
    return context.json(await editFiles(context, principal, ({ files }) => saveFile(files, save)));
  });

  describeRoute(app, 'POST /:id/files', {
    summary: 'Create a file',
    query: contentsQuerySchema,
    body: createFileRequestSchema,
    response: workspaceViewSchema,
    status: 201,
  });
  app.post('/:id/files', async (context) => {
    const principal = await authenticate(context.req.raw);
    const file = await parseBody(context, createFileRequestSchema);
    return context.json(await editFiles(context, principal, (detail) => addFile(detail, file)), 201);
  });

  describeRoute(app, 'POST /:id/files/rename', {
    summary: 'Rename files',
    query: contentsQuerySchema,
    body: renameFilesRequestSchema,
    response: workspaceViewSchema,
  });
  app.post('/:id/files/rename', async (context) => {
    const principal = await authenticate(context.req.raw);
    const request = await parseBody(context, renameFilesRequestSchema);
    const moves = request.moves.map(({ from, ...move }) => ({ ...move, path: from }));
    return context.json(await editFiles(context, principal, (detail) => moveFiles(detail, moves)));
  });

  describeRoute(app, 'DELETE /:id/files', {
    summary: 'Delete files',
    query: contentsQuerySchema,
    body: deleteFilesRequestSchema,
    response: workspaceViewSchema,
  });
  app.delete('/:id/files', async (context) => {
    const principal = await authenticate(context.req.raw);
    const request = await parseBody(context, deleteFilesRequestSchema);
    return context.json(await editFiles(context, principal, ({ files }) => deleteFiles(files, request.files)));
  });

  return app;
}

/** Compares tags as RFC 9110 demands of `If-None-Match`: a weak tag, as of a compressed copy, matches a strong one. */
function isKnown(etag: string, ifNoneMatch = ''): boolean {
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
