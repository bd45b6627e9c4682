import { ToolRegistry } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import {
  bindAllTools,
  createArtifactHubClient,
  createFixedKubernetesVersions,
  createHelmCli,
  createHttpEmbedder,
  createKubernetesClient,
  createOperations,
  type EmbeddingsEnvironment,
  type HelmEnvironment,
  type KubernetesEnvironment,
  type PlatformEnvironment,
} from '@shipmate/tools';

/** Every tool, run in this process. */
export function createLocalTools(
  unitOfWork: UnitOfWork,
  artifactHubUrl: string | undefined,
  environment: HelmEnvironment & Partial<KubernetesEnvironment & PlatformEnvironment & EmbeddingsEnvironment> = {},
): ToolRegistry {
  const tools = bindAllTools({
    unitOfWork,
    subchartVersions: createArtifactHubClient(artifactHubUrl === undefined ? {} : { baseUrl: artifactHubUrl }),
    kubernetesVersions: createFixedKubernetesVersions(),
    helm: createHelmCli({ environment }),
    kubernetes: createKubernetesClient({ environment }),
    operations: createOperations({ environment }),
    embedder: createHttpEmbedder({ environment }),
  });
  return new ToolRegistry(tools).freeze();
}
