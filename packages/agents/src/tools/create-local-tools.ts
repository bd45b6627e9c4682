import { ToolRegistry } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import {
  bindAllTools,
  createArtifactHubClient,
  createFixedKubernetesVersions,
  createHelmCli,
  createKubernetesClient,
  type HelmEnvironment,
  type KubernetesEnvironment,
} from '@shipmate/tools';

/** Every tool, run in this process. */
export function createLocalTools(
  unitOfWork: UnitOfWork,
  artifactHubUrl: string | undefined,
  environment: HelmEnvironment & Partial<KubernetesEnvironment> = {},
): ToolRegistry {
  const tools = bindAllTools({
    unitOfWork,
    subchartVersions: createArtifactHubClient(artifactHubUrl === undefined ? {} : { baseUrl: artifactHubUrl }),
    kubernetesVersions: createFixedKubernetesVersions(),
    helm: createHelmCli({ environment }),
    kubernetes: createKubernetesClient({ environment }),
  });
  return new ToolRegistry(tools).freeze();
}
