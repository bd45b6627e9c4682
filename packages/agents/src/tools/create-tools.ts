import type { ToolRegistry } from '@shipmate/core';
import type { ToolTokens } from '@shipmate/domain/access';
import {
  embeddingsEnvironmentSchema,
  helmEnvironmentSchema,
  kubernetesEnvironmentSchema,
  platformEnvironmentSchema,
} from '@shipmate/tools';
import { z } from 'zod';
import type { FlowResources } from '../flows/flow-tools.ts';
import { addFlows } from './add-flows.ts';
import { createLocalTools, type SharedAdapters } from './create-local-tools.ts';
import { createRemoteTools } from './create-remote-tools.ts';

/** Environment variables of the tools. */
export const toolsEnvironmentSchema = z.object({
  ...helmEnvironmentSchema.shape,
  ...kubernetesEnvironmentSchema.shape,
  ...platformEnvironmentSchema.shape,
  ...embeddingsEnvironmentSchema.shape,
  /** URL of the tools-api that executes tools instead of this process; requires `SHIPMATE_SECRET`. */
  TOOLS_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Shared with tools-api to sign tool tokens. */
  SHIPMATE_SECRET: z.string().min(32).optional(),
  ARTIFACT_HUB_URL: z.url({ protocol: /^https?$/ }).optional(),
});

/** Checks conditions across variables; for `superRefine` of the schema. */
export function checkToolsEnvironment(
  { TOOLS_API_URL: url, SHIPMATE_SECRET: secret }: z.output<typeof toolsEnvironmentSchema>,
  context: z.RefinementCtx,
): void {
  if (url === undefined || secret !== undefined) return;
  context.addIssue({ code: 'custom', path: ['SHIPMATE_SECRET'], message: 'is needed when TOOLS_API_URL is set' });
}

/** Resources for {@link createTools}. */
export interface ToolResources extends Omit<FlowResources, 'tools'>, Pick<SharedAdapters, 'helm'> {
  /** Signs the calls to tools-api; required with `TOOLS_API_URL`. */
  readonly toolTokens: Pick<ToolTokens, 'sign'> | undefined;
}

/**
 * Creates all tools, executed by tools-api if the environment names one, else in this process; flows are executed in
 * this process.
 */
export function createTools(
  environment: z.output<typeof toolsEnvironmentSchema>,
  { helm, toolTokens, ...resources }: ToolResources,
): ToolRegistry {
  const { TOOLS_API_URL: url, ARTIFACT_HUB_URL: artifactHubUrl } = environment;
  const { unitOfWork, compute, operations } = resources;
  const tools =
    url === undefined || toolTokens === undefined
      ? createLocalTools({ unitOfWork, compute }, artifactHubUrl, { ...environment, helm, operations })
      : createRemoteTools(url, toolTokens);
  return addFlows(tools, resources);
}
