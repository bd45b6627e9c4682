import type { Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import { editWorkspace } from '@shipmate/domain/use-cases';
import {
  addFile,
  deleteFiles,
  moveFiles,
  saveFile,
  type WorkspaceDetail,
  type WorkspaceFile,
} from '@shipmate/domain/workspace';
import {
  createFileRequestSchema,
  deleteFilesRequestSchema,
  maxFileRequestBytes,
  renameFilesRequestSchema,
  saveFileRequestSchema,
} from '@shipmate/protocol/web/files';
import type { WorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { type AppEnvironment, type Authenticate, parseBody } from '@shipmate/server';
import { Hono } from 'hono';
import { readWorkspaceResponse } from './read-workspace-response.ts';

/** Options for {@link fileRoutes}. */
interface FileRoutesOptions {
  readonly authenticate: Authenticate;
  readonly unitOfWork: UnitOfWork;
}

/** `bodyLimits` for an app that mounts these routes under `/api/workspaces`. */
export const fileBodyLimits = { '/api/workspaces/*/files': maxFileRequestBytes } as const;

/** `/api/workspaces/{id}/files`: manual edits, which are pending until accepted. */
export function fileRoutes({ authenticate, unitOfWork }: FileRoutesOptions): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>();

  async function answerEdit(
    principal: Principal,
    workspaceId: string,
    edit: (detail: WorkspaceDetail) => readonly WorkspaceFile[],
  ): Promise<WorkspaceResponse> {
    const detail = await editWorkspace(unitOfWork, principal, { workspaceId, edit });
    return readWorkspaceResponse(unitOfWork, principal, detail);
  }

  app.put('/:id/files', async (context) => {
    const principal = await authenticate(context.req.raw);
    const save = await parseBody(context, saveFileRequestSchema);
    return context.json(await answerEdit(principal, context.req.param('id'), ({ files }) => saveFile(files, save)));
  });

  app.post('/:id/files', async (context) => {
    const principal = await authenticate(context.req.raw);
    const file = await parseBody(context, createFileRequestSchema);
    return context.json(await answerEdit(principal, context.req.param('id'), (detail) => addFile(detail, file)), 201);
  });

  app.post('/:id/files/rename', async (context) => {
    const principal = await authenticate(context.req.raw);
    const request = await parseBody(context, renameFilesRequestSchema);
    const moves = request.moves.map(({ from, ...move }) => ({ ...move, path: from }));
    return context.json(await answerEdit(principal, context.req.param('id'), (detail) => moveFiles(detail, moves)));
  });

  app.delete('/:id/files', async (context) => {
    const principal = await authenticate(context.req.raw);
    const request = await parseBody(context, deleteFilesRequestSchema);
    return context.json(
      await answerEdit(principal, context.req.param('id'), ({ files }) => deleteFiles(files, request.files)),
    );
  });

  return app;
}
