import { bindTools, ToolRegistry } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import {
  allTools,
  createArtifactHubClient,
  createFixedKubernetesVersions,
  createHelmCli,
  type HelmEnvironment,
} from '@shipmate/tools';

/** Every tool, run in this process. */
export function createLocalTools(
  unitOfWork: UnitOfWork,
  artifactHubUrl: string | undefined,
  environment: HelmEnvironment = {},
): ToolRegistry {
  const tools = bindTools(allTools, {
    unitOfWork,
    subchartVersions: createArtifactHubClient(artifactHubUrl === undefined ? {} : { baseUrl: artifactHubUrl }),
    kubernetesVersions: createFixedKubernetesVersions(),
    helm: createHelmCli({ environment }),
  });
  return new ToolRegistry(tools).freeze();
}
