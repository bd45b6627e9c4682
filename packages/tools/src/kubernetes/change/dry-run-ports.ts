import type { ComputePort } from '../../compute/compute-port.ts';
import type { KubernetesDryRunPort, KubernetesPort } from '../api/kubernetes-port.ts';

/** Ports of the tools that try changes. */
export interface DryRunPorts {
  readonly kubernetes: KubernetesPort & KubernetesDryRunPort;
  readonly compute: ComputePort;
}
