import type { UnitOfWork } from '@shipmate/domain';
import type { ComputePort } from '../compute/compute-port.ts';

/** Ports of the tools that edit the text of files. */
export interface EditPorts {
  readonly unitOfWork: UnitOfWork;
  readonly compute: ComputePort;
}
