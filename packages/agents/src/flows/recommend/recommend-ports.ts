import type { ComputePort } from '@shipmate/tools';
import type { KubernetesDryRunPort, KubernetesPort } from '@shipmate/tools/kubernetes';
import type { FlowPorts } from '../flow.ts';

/** Ports of the recommend flow. It can dry-run manifests but cannot apply them. */
export interface RecommendPorts extends FlowPorts {
  readonly kubernetes: KubernetesPort & KubernetesDryRunPort;
  readonly compute: ComputePort;
}
