import type { ComputePort } from '../../compute/compute-port.ts';
import type { KubernetesDryRunPort, KubernetesPort } from '../api/kubernetes-port.ts';

/** Ports of the dry-run tools. */
export interface DryRunPorts {
  readonly kubernetes: KubernetesPort & KubernetesDryRunPort;
  readonly compute: ComputePort;
}
