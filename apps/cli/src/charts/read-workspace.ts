import { type WorkspaceResponse, workspaceResponseSchema } from '@shipmate/protocol/web/workspace';
import type { Connection } from '../connection/connection.ts';
import { requestJson } from '../connection/request-json.ts';

/** Reads a workspace with its files. */
export function readWorkspace({ web }: Connection, id: string): Promise<WorkspaceResponse> {
  return requestJson(web, { path: `/api/workspaces/${encodeURIComponent(id)}`, response: workspaceResponseSchema });
}
