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

/** Reading and editing Helm charts. */
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

/** Reading and changing Kubernetes clusters, and what can be made in them. */
export const clusterTools = defineToolFamily('cluster', [
  ...KUBECTL_TOOLS,
  ...KUBECTL_WRITE_TOOLS,
  ...CAPABILITY_TOOLS,
]);

/** What the platform's own programs can do, and doing it. */
export const platformTools = defineToolFamily('platform', [...PLATFORM_TOOLS, runOperation]);

/** Every tool. A new one is a file and a line above. */
export const allTools = [...chartTools, ...clusterTools, ...platformTools] as const;

/** Puts ports into every tool; those of clusters and of the platform are left out where none is configured. */
export function bindAllTools({
  kubernetes,
  operations,
  embedder,
  ...ports
}: PortsOfAll<typeof chartTools> & {
  readonly kubernetes?: (KubernetesPort & KubernetesDryRunPort & KubernetesWritePort) | undefined;
  readonly operations?: OperationsPort | undefined;
  /** Finds capabilities by meaning too. */
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
