import type { ComputePort } from '@shipmate/tools';
import type { KubernetesDryRunPort, KubernetesPort } from '@shipmate/tools/kubernetes';
import type { FlowPorts } from '../flow.ts';

/** What recommending needs. It can try manifests, and cannot apply them. */
export interface RecommendPorts extends FlowPorts {
  readonly kubernetes: KubernetesPort & KubernetesDryRunPort;
  readonly compute: ComputePort;
}
