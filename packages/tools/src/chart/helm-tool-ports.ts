import type { UnitOfWork } from '@shipmate/domain';
import type { HelmPort } from '../helm/helm-port.ts';
import type { KubernetesVersionPort } from './kubernetes-version-port.ts';

/** What the tools that run helm stand on. */
export interface HelmToolPorts {
  readonly unitOfWork: UnitOfWork;
  readonly helm: HelmPort;
  readonly kubernetesVersions: KubernetesVersionPort;
}
