import type { ChartFiles } from '@shipmate/domain/tool-storage';
import type { ComputePort } from '../compute/compute-port.ts';
import type { HelmPort } from '../helm/helm-port.ts';
import type { KubernetesVersionPort } from './kubernetes-version-port.ts';

/** Ports that render and validate charts. */
export interface ChartCheckPorts {
  readonly helm: HelmPort;
  readonly compute: ComputePort;
  readonly kubernetesVersions: KubernetesVersionPort;
}

/** Ports of the tools that run helm. */
export interface HelmToolPorts extends ChartCheckPorts {
  readonly chartFiles: Pick<ChartFiles, 'getDetail'>;
}
