import type { ToolStorage } from '@shipmate/domain/tool-storage';
import { createInlineCompute } from '../compute/create-inline-compute.ts';
import { helmEnvironmentSchema } from '../helm/helm-environment.ts';
import { type OpenedTools, openTools, type OpenToolsOptions } from '../open-tools.ts';
import type { ToolEnvironment } from '../tool-environment.ts';
import { sharedHelm } from './shared-helm.ts';

const unreachable = 'http://127.0.0.1:9';

/** Opens tools that compute in this thread, without ArtifactHub and with the {@link sharedHelm}, unless the environment configures these. */
export function openTestTools(
  storage: ToolStorage,
  {
    environment = {},
    ports = {},
    repositoryFolder,
  }: Pick<OpenToolsOptions, 'ports' | 'repositoryFolder'> & {
    readonly environment?: Partial<ToolEnvironment>;
  } = {},
): OpenedTools {
  const configuresHelm = Object.keys(helmEnvironmentSchema.shape).some((name) => name in environment);
  const usual = { compute: createInlineCompute(), ...(!configuresHelm && { helm: sharedHelm }) };
  return openTools(
    { ARTIFACT_HUB_URL: unreachable, ...environment },
    { storage, ports: { ...usual, ...ports }, repositoryFolder },
  );
}
