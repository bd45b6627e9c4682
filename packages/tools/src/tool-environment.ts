import { z } from 'zod';
import { embeddingsEnvironmentSchema } from './capability/embedding/http-embedder.ts';
import { changeRequestEnvironmentSchema } from './change-request/create-change-requests.ts';
import { codeMapEnvironmentSchema } from './diagram/create-code-maps.ts';
import { commandEnvironmentSchema } from './development/command-environment.ts';
import { gitEnvironmentSchema } from './git/git-environment.ts';
import { helmEnvironmentSchema } from './helm/helm-environment.ts';
import { kubernetesEnvironmentSchema } from './kubernetes/connection/kubernetes-environment.ts';
import { mcpEnvironmentSchema } from './mcp/mcp-environment.ts';
import { outboundEnvironmentSchema } from './outbound/outbound-environment.ts';
import { platformEnvironmentSchema } from './operations/platform-environment.ts';

/** The environment variables of all tools. */
export const toolEnvironmentSchema = z.object({
  ...helmEnvironmentSchema.shape,
  ...gitEnvironmentSchema.shape,
  ...changeRequestEnvironmentSchema.shape,
  ...kubernetesEnvironmentSchema.shape,
  ...platformEnvironmentSchema.shape,
  ...embeddingsEnvironmentSchema.shape,
  ...outboundEnvironmentSchema.shape,
  ...mcpEnvironmentSchema.shape,
  ...commandEnvironmentSchema.shape,
  ...codeMapEnvironmentSchema.shape,
  ARTIFACT_HUB_URL: z.url({ protocol: /^https?$/ }).optional(),
});

export type ToolEnvironment = z.output<typeof toolEnvironmentSchema>;
