import type { ToolRegistry } from '@shipmate/core';
import type { ToolTokens } from '@shipmate/domain/access';
import type { OpenedTools } from '@shipmate/tools';
import { z } from 'zod';
import type { FlowPorts } from '../flows/flow.ts';
import { addFlows } from './add-flows.ts';
import { createRemoteTools } from './create-remote-tools.ts';

/** Environment variables of processes whose tools tools-api may execute. */
export const remoteToolsEnvironmentSchema = z.object({
  /** URL of the tools-api that executes tools instead of this process; requires `SHIPMATE_SECRET`. */
  TOOLS_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Shared with tools-api to sign tool tokens. */
  SHIPMATE_SECRET: z.string().min(32).optional(),
});

type RemoteToolsEnvironment = z.output<typeof remoteToolsEnvironmentSchema>;

/** Checks conditions across variables; for `superRefine` of the schema. */
export function checkRemoteToolsEnvironment(
  { TOOLS_API_URL: url, SHIPMATE_SECRET: secret }: RemoteToolsEnvironment,
  context: z.RefinementCtx,
): void {
  if (url === undefined || secret !== undefined) return;
  context.addIssue({ code: 'custom', path: ['SHIPMATE_SECRET'], message: 'is needed when TOOLS_API_URL is set' });
}

/** Resources for {@link createTools}. */
interface ToolResources extends Omit<FlowPorts, 'tools'> {
  /** The tools of this process; the caller closes them. */
  readonly opened: Pick<OpenedTools, 'registry' | 'ports'>;
  /** Signs the calls to tools-api; required with `TOOLS_API_URL`. */
  readonly toolTokens?: Pick<ToolTokens, 'sign'> | undefined;
}

/**
 * Creates the tools of agents: executed by tools-api if the environment names one, else in this process. Flows are
 * executed in this process.
 */
export function createTools(
  { TOOLS_API_URL: url }: Pick<RemoteToolsEnvironment, 'TOOLS_API_URL'>,
  { opened, toolTokens, ...resources }: ToolResources,
): ToolRegistry {
  const tools = url === undefined || toolTokens === undefined ? opened.registry : createRemoteTools(url, toolTokens);
  return addFlows(tools, { ...resources, ...opened.ports });
}
