import { AppError, remoteTool, ToolRegistry } from '@shipmate/core';
import { listRunScopes, type ToolTokens } from '@shipmate/domain/access';
import { createToolsClient } from '@shipmate/protocol/client';
import { traceHeaders } from '@shipmate/runtime';
import { allTools, checkoutFamilies } from '@shipmate/tools';

/**
 * Creates all tools, executed by tools-api with the caller's JWT, or else with a token that is valid for the call's
 * user, workspace and run for a few minutes.
 */
export function createRemoteTools(baseUrl: string, toolTokens: Pick<ToolTokens, 'sign'>): ToolRegistry {
  const runScopes = listRunScopes(allTools.map(({ category = 'general' }) => category));
  const client = createToolsClient({
    baseUrl,
    fetch: (url, init) => {
      const headers = new Headers(init?.headers);
      for (const [name, value] of Object.entries(traceHeaders())) headers.set(name, value);
      return fetch(url, { ...init, headers });
    },
    getToken: (context) => {
      if (!context)
        throw new AppError({ code: 'UNAUTHORIZED', message: 'A tool call needs the context of its principal.' });
      const { principal, workspaceId, runId } = context;
      if (principal.token !== undefined) return principal.token;
      // A run has the rights of its profile, and its approvals are checked where its tools run.
      const caller = runId === undefined ? principal : { ...principal, scopes: runScopes };
      return toolTokens.sign(caller, {
        ...(workspaceId !== undefined && { workspaceId }),
        ...(runId !== undefined && { runId }),
      });
    },
  });
  // A checkout is a folder of the process that executes the run.
  const served = allTools.filter(({ category = 'general' }) => !checkoutFamilies.includes(category));
  const tools = served.map((definition) =>
    remoteTool(definition, (name, input, context) => {
      const { workspaceId, runId, toolCallId, signal } = context;
      return client.call(name, input, { workspaceId, runId, toolCallId, signal, context });
    }),
  );
  return new ToolRegistry(tools).freeze();
}
