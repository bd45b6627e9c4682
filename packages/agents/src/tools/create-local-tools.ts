import { ToolRegistry } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import {
  bindAllTools,
  type ComputePort,
  createArtifactHubClient,
  createFixedKubernetesVersions,
  createHelmCli,
  createHttpEmbedder,
  createKubernetesClient,
  createOperations,
  type EmbeddingsEnvironment,
  type HelmEnvironment,
  type HelmPort,
  type KubernetesEnvironment,
  type OperationsPort,
  type PlatformEnvironment,
} from '@shipmate/tools';

type LocalToolsEnvironment = HelmEnvironment &
  Partial<KubernetesEnvironment & PlatformEnvironment & EmbeddingsEnvironment>;

/** Adapters that are shared with other parts of the process, so that their limits hold for the whole process. */
export interface SharedAdapters {
  /** Default: a helm adapter of its own. */
  readonly helm?: HelmPort | undefined;
  /** Default: the platform programs of the environment. */
  readonly operations?: OperationsPort | undefined;
}

/** Creates all tools, executed in this process. */
export function createLocalTools(
  { unitOfWork, compute }: { readonly unitOfWork: UnitOfWork; readonly compute: ComputePort },
  artifactHubUrl: string | undefined,
  { helm, operations, ...environment }: LocalToolsEnvironment & SharedAdapters = {},
): ToolRegistry {
  const tools = bindAllTools({
    unitOfWork,
    compute,
    subchartVersions: createArtifactHubClient(artifactHubUrl === undefined ? {} : { baseUrl: artifactHubUrl }),
    kubernetesVersions: createFixedKubernetesVersions(environment.KUBERNETES_VERSION),
    helm: helm ?? createHelmCli({ environment, compute }),
    kubernetes: createKubernetesClient({ environment, compute }),
    operations: operations ?? createOperations({ environment }),
    embedder: createHttpEmbedder({ environment }),
  });
  return new ToolRegistry(tools).freeze();
}
