import type { Clock } from '@shipmate/core';
import type { KubernetesDryRunPort, KubernetesPort, KubernetesWritePort } from '@shipmate/tools/kubernetes';
import type { ApprovalSigner } from '../../approval/approval-signer.ts';
import type { FlowPorts } from '../flow.ts';

/** What mending something in a cluster stands on. */
export interface RemediationPorts extends FlowPorts {
  readonly kubernetes: KubernetesPort & KubernetesDryRunPort & KubernetesWritePort;
  readonly approvalSigner: ApprovalSigner;
  readonly clock: Clock;
  /** Lets time pass. @throws once the signal fires */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}
