import type { ChartFiles } from '@shipmate/domain/tool-storage';
import type { ComputePort } from '../compute/compute-port.ts';

/** Ports of the tools that edit the text of files. */
export interface EditPorts {
  readonly chartFiles: ChartFiles;
  readonly compute: ComputePort;
}
