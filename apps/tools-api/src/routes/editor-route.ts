import { AppError, type BoundTool } from '@shipmate/core';
import {
  type AppEnvironment,
  type Authenticate,
  checkToolScope,
  executeTool,
  parseBody,
  type ToolScopeStores,
} from '@shipmate/server';
import { Hono } from 'hono';
import { z } from 'zod';

/** What {@link editorRoute} needs. */
export interface EditorRouteOptions {
  /** `textEditor`. */
  readonly tool: BoundTool;
  readonly authenticate: Authenticate;
  readonly stores: ToolScopeStores;
}

/** The workspace, and beside it the fields of the tool. */
const requestSchema = z.looseObject({ workspaceId: z.string() });

const responseSchema = z.object({
  success: z.boolean(),
  content: z.string().optional(),
  message: z.string().optional(),
});
type EditorResponse = z.infer<typeof responseSchema>;

/** How the tool marks what it could not do to a file; every other error is a failed request. */
const editFailureSchema = z.object({ reason: z.enum(['file_missing', 'file_exists', 'replacement_refused']) });

/** `POST /editor`: the editor with the workspace in the body and a flat answer. */
export function editorRoute({ tool, authenticate, stores }: EditorRouteOptions): Hono<AppEnvironment> {
  return new Hono<AppEnvironment>().post('/editor', async (context) => {
    const principal = await authenticate(context.req.raw);
    const { workspaceId, ...fields } = await parseBody(context, requestSchema);
    await checkToolScope({ workspaceId }, { principal, stores });
    const { signal } = context.req.raw;
    const logger = context.get('logger');
    const edit = executeTool(tool, fields, { principal, workspaceId, signal, logger });
    return context.json(await edit.then((output) => responseSchema.parse(output), toRefusal));
  });
}

/** @throws what it was given when that is not about the file. */
function toRefusal(thrown: unknown): EditorResponse {
  if (AppError.isInstance(thrown) && editFailureSchema.safeParse(thrown.details).success) {
    return { success: false, message: thrown.message };
  }
  throw thrown;
}
