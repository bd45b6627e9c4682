import type { ToolStorage } from '@shipmate/domain/tool-storage';
import { createInlineCompute } from '../compute/create-inline-compute.ts';
import { type OpenedTools, openTools, type OpenToolsOptions } from '../open-tools.ts';
import type { ToolEnvironment } from '../tool-environment.ts';

const unreachable = 'http://127.0.0.1:9';

/** Opens tools that compute in this thread, without ArtifactHub unless the environment names one. */
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
  return openTools(
    { ARTIFACT_HUB_URL: unreachable, ...environment },
    { storage, ports: { compute: createInlineCompute(), ...ports }, repositoryFolder },
  );
}
