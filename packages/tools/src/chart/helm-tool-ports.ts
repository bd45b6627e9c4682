import type { UnitOfWork } from '@shipmate/domain';
import type { ComputePort } from '../compute/compute-port.ts';
import type { HelmPort } from '../helm/helm-port.ts';
import type { KubernetesVersionPort } from './kubernetes-version-port.ts';

/** What renders and checks charts. */
export interface ChartCheckPorts {
  readonly helm: HelmPort;
  readonly compute: ComputePort;
  readonly kubernetesVersions: KubernetesVersionPort;
}

/** What the tools that run helm stand on. */
export interface HelmToolPorts extends ChartCheckPorts {
  readonly unitOfWork: UnitOfWork;
}
