import type { Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import type { Conversation } from '@shipmate/domain/conversation';
import type { WorkspaceDetail } from '@shipmate/domain/workspace';
import {
  contentsQuerySchema,
  type RollbackOutline,
  rollbackOutlineSchema,
  type RollbackResponse,
  rollbackResponseSchema,
  type WorkspaceOutline,
  workspaceOutlineSchema,
  type WorkspaceResponse,
  workspaceResponseSchema,
} from '@shipmate/protocol/web/workspace';
import { type AppEnvironment, parseInput } from '@shipmate/server';
import type { Context } from 'hono';
import { z } from 'zod';
import { toWorkspaceOutline, toWorkspaceResponse } from '../views/workspace-view.ts';

/** A workspace with or without the contents of its files, as {@link readWorkspaceView} returns it. */
export const workspaceViewSchema: z.ZodType<WorkspaceResponse | WorkspaceOutline> = z.union([
  workspaceResponseSchema,
  workspaceOutlineSchema,
]);

/** The workspace after a rollback, with the pending changes that were dropped. */
export const rollbackViewSchema: z.ZodType<RollbackResponse | RollbackOutline> = z.union([
  rollbackResponseSchema,
  rollbackOutlineSchema,
]);

/** Whether a response has the contents of files. */
type Contents = z.output<typeof contentsQuerySchema>['contents'];

/** Reads it from the query. A route calls this before it changes anything, so that a wrong query changes nothing. */
export function readContents(context: Context<AppEnvironment>): Contents {
  return parseInput(contentsQuerySchema, context.req.query()).contents;
}

/** A workspace for {@link readWorkspaceView}. */
interface WorkspaceReading {
  readonly unitOfWork: UnitOfWork;
  readonly principal: Principal;
  readonly workspaceId: string;
  readonly contents: Contents;
  /** The workspace with its contents, if it is read already. */
  readonly detail?: WorkspaceDetail;
}

/** Reads a workspace for its page. */
export async function readWorkspaceView({
  unitOfWork: { stores },
  principal,
  workspaceId,
  contents,
  detail,
}: WorkspaceReading): Promise<WorkspaceResponse | ReturnType<typeof toWorkspaceOutline>> {
  if (contents === 'none') {
    const [outline, conversation] = await Promise.all([
      stores.workspaces.getOutline(principal, workspaceId),
      findConversation(),
    ]);
    return toWorkspaceOutline({ outline, conversation });
  }
  const read = detail ?? (await stores.workspaces.getDetail(principal, workspaceId));
  const revisions = await stores.workspaces.listRevisions(principal, workspaceId);
  return toWorkspaceResponse({ detail: read, revisions, conversation: await findConversation() });

  async function findConversation(): Promise<Conversation | undefined> {
    const [newest] = await stores.conversations.listForWorkspace(principal, workspaceId, { limit: 1 });
    return newest;
  }
}
