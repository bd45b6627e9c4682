import { bindTools, type BoundTool, defineToolFamily, type Embedder, type PortsOfAll } from '@shipmate/core';
import { CAPABILITY_TOOLS } from './capability/capability-tools.ts';
import { createCapabilityIndex } from './capability/index/create-capability-index.ts';
import { deleteFile } from './chart/delete-file.ts';
import { getChartContext } from './chart/get-chart-context.ts';
import { latestKubernetesVersion } from './chart/latest-kubernetes-version.ts';
import { latestSubchartVersion } from './chart/latest-subchart-version.ts';
import { proposePlan } from './chart/propose-plan.ts';
import { renameFile } from './chart/rename-file.ts';
import { renderChart } from './chart/render-chart.ts';
import { textEditor } from './chart/text-editor.ts';
import { validateChart } from './chart/validate-chart.ts';
import type { KubernetesDryRunPort, KubernetesPort, KubernetesWritePort } from './kubernetes/api/kubernetes-port.ts';
import { KUBECTL_TOOLS } from './kubernetes/kubectl-tools.ts';
import { KUBECTL_WRITE_TOOLS } from './kubernetes/kubectl-write-tools.ts';
import type { OperationsPort } from './platform/operations-port.ts';
import { PLATFORM_TOOLS } from './platform/platform-tools.ts';
import { runOperation } from './platform/run-operation.ts';

/** Tools that read and edit Helm charts. */
export const chartTools = defineToolFamily('chart', [
  getChartContext,
  proposePlan,
  textEditor,
  renameFile,
  deleteFile,
  renderChart,
  validateChart,
  latestSubchartVersion,
  latestKubernetesVersion,
]);

/** Tools that read and change Kubernetes clusters, and search their capabilities. */
export const clusterTools = defineToolFamily('cluster', [
  ...KUBECTL_TOOLS,
  ...KUBECTL_WRITE_TOOLS,
  ...CAPABILITY_TOOLS,
]);

/** Tools that describe and run the platform's own programs. */
export const platformTools = defineToolFamily('platform', [...PLATFORM_TOOLS, runOperation]);

/** Every tool. Add a tool as a file and an entry above. */
export const allTools = [...chartTools, ...clusterTools, ...platformTools] as const;

/** Binds the tools to their ports; cluster and platform tools are omitted when they are not configured. */
export function bindAllTools({
  kubernetes,
  operations,
  embedder,
  ...ports
}: PortsOfAll<typeof chartTools> & {
  readonly kubernetes?: (KubernetesPort & KubernetesDryRunPort & KubernetesWritePort) | undefined;
  readonly operations?: OperationsPort | undefined;
  /** Adds search by meaning to the search for capabilities. */
  readonly embedder?: Embedder | undefined;
}): readonly BoundTool[] {
  const { unitOfWork, compute } = ports;
  const clusterPorts = kubernetes && {
    kubernetes,
    unitOfWork,
    compute,
    capabilityIndex: createCapabilityIndex({ kubernetes, unitOfWork, embedder }),
  };
  return [
    ...bindTools(chartTools, ports),
    ...(clusterPorts ? bindTools(clusterTools, clusterPorts) : []),
    ...(operations ? bindTools(platformTools, { ...ports, operations }) : []),
  ];
}
