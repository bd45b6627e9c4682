import { AppError, type Principal } from '@shipmate/core';
import type { RunStore } from '@shipmate/domain/run';
import type { WorkspaceStore } from '@shipmate/domain/workspace';
import { runHeader, workspaceHeader } from '@shipmate/protocol/http';
import type { HonoRequest } from 'hono';
import { z } from 'zod';
import { parseInput } from '../body/parse-input.ts';

/** The verified workspace and run of a tool call. */
export interface ToolScope {
  readonly workspaceId?: string;
  readonly runId?: string;
}

/** Stores that determine the caller's access. */
export interface ToolScopeStores {
  readonly workspaces: Pick<WorkspaceStore, 'get'>;
  readonly runs: Pick<RunStore, 'get'>;
}

/** Context of {@link checkToolScope}. */
export interface ToolScopeCheck {
  readonly principal: Principal;
  readonly stores: ToolScopeStores;
}

/** The body of a tool call: the tool's input, and the workspace that it names beside the input. */
export interface ToolCallBody {
  readonly input: unknown;
  readonly workspaceId: string | undefined;
}

const workspaceFieldSchema = z.object({ workspaceId: z.string().min(1) });

/** Separates `workspaceId` from a tool's input. @throws AppError `VALIDATION_ERROR` when it is no id. */
export function splitToolCallBody(body: unknown): ToolCallBody {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || !('workspaceId' in body)) {
    return { input: body, workspaceId: undefined };
  }
  const { workspaceId: _, ...input } = body;
  return { input, ...parseInput(workspaceFieldSchema, body) };
}

/**
 * Reads the workspace from the body or the header and the run from the header, else both from the credential.
 *
 * @throws AppError `NOT_FOUND` as {@link checkToolScope}, `VALIDATION_ERROR` when body and header name different
 * workspaces.
 */
export async function readToolScope(
  request: HonoRequest,
  { workspaceId: named }: Pick<ToolCallBody, 'workspaceId'>,
  check: ToolScopeCheck,
): Promise<ToolScope> {
  const { scope } = check.principal;
  const header = request.header(workspaceHeader);
  if (named !== undefined && header !== undefined && named !== header) {
    const message = 'workspaceId: names another workspace than the header X-Shipmate-Workspace. Send one of them.';
    throw new AppError({ code: 'VALIDATION_ERROR', message });
  }
  const workspaceId = named ?? header ?? scope?.workspaceId;
  const runId = request.header(runHeader) ?? scope?.runId;
  return checkToolScope(
    { ...(workspaceId !== undefined && { workspaceId }), ...(runId !== undefined && { runId }) },
    check,
  );
}

/**
 * Checks the caller's access to a workspace and run. @throws AppError `NOT_FOUND` when one does not exist, belongs to
 * another tenant or is outside the credential.
 */
export async function checkToolScope(scope: ToolScope, { principal, stores }: ToolScopeCheck): Promise<ToolScope> {
  const { workspaceId, runId } = scope;
  if (workspaceId !== undefined) {
    if (!isWithin(workspaceId, principal.scope?.workspaceId)) throw absent('workspace');
    await stores.workspaces.get(principal, workspaceId);
  }
  if (runId !== undefined) {
    if (!isWithin(runId, principal.scope?.runId)) throw absent('run');
    const run = await stores.runs.get(principal, runId);
    if (workspaceId !== undefined && run.workspaceId !== null && run.workspaceId !== workspaceId) throw absent('run');
  }
  return scope;
}

function isWithin(id: string, allowed: string | undefined): boolean {
  return allowed === undefined || id === allowed;
}

function absent(what: 'workspace' | 'run'): AppError {
  return new AppError({ code: 'NOT_FOUND', message: `${what === 'run' ? 'Run' : 'Workspace'} not found.` });
}
