import { ToolRegistry } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import {
  bindAllTools,
  createArtifactHubClient,
  createFixedKubernetesVersions,
  createHelmCli,
  createKubernetesClient,
  createOperations,
  type HelmEnvironment,
  type KubernetesEnvironment,
  type PlatformEnvironment,
} from '@shipmate/tools';

/** Every tool, run in this process. */
export function createLocalTools(
  unitOfWork: UnitOfWork,
  artifactHubUrl: string | undefined,
  environment: HelmEnvironment & Partial<KubernetesEnvironment & PlatformEnvironment> = {},
): ToolRegistry {
  const tools = bindAllTools({
    unitOfWork,
    subchartVersions: createArtifactHubClient(artifactHubUrl === undefined ? {} : { baseUrl: artifactHubUrl }),
    kubernetesVersions: createFixedKubernetesVersions(),
    helm: createHelmCli({ environment }),
    kubernetes: createKubernetesClient({ environment }),
    operations: createOperations({ environment }),
  });
  return new ToolRegistry(tools).freeze();
}
