import { describeRemediation } from '@shipmate/agents';
import { AppError } from '@shipmate/core';
import type { Stores } from '@shipmate/domain';
import { effectiveContent } from '@shipmate/domain/workspace';
import type { McpResourceFamily } from '@shipmate/server';

/** Number of resources of a kind that are listed. */
const limit = 50;

/** Lists the kinds of resources that MCP clients read: charts, their files, runs and remediations. */
export function listMcpResources({
  workspaces,
  runs,
  remediations,
}: Pick<Stores, 'workspaces' | 'runs' | 'remediations'>): readonly McpResourceFamily[] {
  const charts: McpResourceFamily = {
    scope: 'chart:read',
    uriTemplate: 'shipmate://charts/{workspaceId}',
    name: 'Chart workspace',
    description: 'The files of a chart workspace, with their pending changes.',
    mimeType: 'application/json',
    async list(principal) {
      const { items } = await workspaces.list(principal, { limit });
      return items.map(({ id, name, pendingCount }) => ({
        uri: `shipmate://charts/${id}`,
        name,
        description: `Chart workspace with ${pendingCount} pending changes`,
      }));
    },
    async read(principal, { workspaceId = '' }) {
      const { workspace, files } = await workspaces.getOutline(principal, workspaceId);
      const { id, name, currentRevisionNumber } = workspace;
      const listed = files.map(({ path, bytes, changed }) => ({ path, bytes, pending: changed?.pending?.op ?? null }));
      return JSON.stringify({ id, name, revision: currentRevisionNumber, files: listed }, undefined, 2);
    },
  };
  const files: McpResourceFamily = {
    scope: 'chart:read',
    uriTemplate: 'shipmate://charts/{workspaceId}/files/{+path}',
    name: 'Chart file',
    description: 'A file of a chart workspace, pending changes counted in.',
    mimeType: 'text/plain',
    list: async () => [],
    async read(principal, { workspaceId = '', path = '' }) {
      const file = await workspaces.findFile(principal, workspaceId, path);
      const content = file && effectiveContent(file);
      if (content === undefined) throw new AppError({ code: 'NOT_FOUND', message: 'File not found.' });
      return content;
    },
  };
  const runFamily: McpResourceFamily = {
    scope: 'runs:read',
    uriTemplate: 'shipmate://runs/{runId}',
    name: 'Run',
    description: 'State, usage and cost of a run.',
    mimeType: 'application/json',
    async list(principal) {
      const listed = await runs.list(principal, { limit });
      return listed.map(({ run, conversationTitle, remediation, rule }) => ({
        uri: `shipmate://runs/${run.id}`,
        name: conversationTitle ?? remediation?.issue ?? rule?.name ?? `Run ${run.id}`,
        description: `${run.kind}, ${run.status}, started ${run.createdAt.toISOString()}`,
      }));
    },
    async read(principal, { runId = '' }) {
      const { id, kind, status, model, stopReason, usage, costUsd, errorCode, errorMessage, createdAt, endedAt } =
        await runs.get(principal, runId);
      const shown = {
        id,
        kind,
        status,
        model,
        stopReason,
        usage,
        costUsd,
        errorCode,
        errorMessage,
        createdAt,
        endedAt,
      };
      return JSON.stringify(shown, undefined, 2);
    },
  };
  const remediationFamily: McpResourceFamily = {
    scope: 'runs:read',
    uriTemplate: 'shipmate://remediations/{remediationId}',
    name: 'Remediation',
    description: 'State, plan and outcome of a remediation.',
    mimeType: 'text/plain',
    async list(principal) {
      const listed = await remediations.list(principal);
      return listed.slice(0, limit).map(({ id, issue, status }) => ({
        uri: `shipmate://remediations/${id}`,
        name: issue,
        description: `Remediation, ${status}`,
      }));
    },
    read: async (principal, { remediationId = '' }) =>
      describeRemediation(await remediations.get(principal, remediationId)),
  };
  return [charts, files, runFamily, remediationFamily];
}
