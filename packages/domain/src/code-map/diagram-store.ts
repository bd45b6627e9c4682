import type { Principal } from '@shipmate/core';
import type { Diagram } from './diagram.ts';

/**
 * Store for diagrams.
 *
 * **Contract.** Members of the organization see the diagrams of its repositories; any other is `NOT_FOUND`, and all of them are to a
 * credential for one workspace. A repository has at most 200.
 */
export interface DiagramStore {
  /** A diagram of a taken name gets the next free one, such as `API 2`. @throws AppError `CONFLICT` when the repository has 200 */
  create(
    principal: Principal,
    diagram: Pick<Diagram, 'id' | 'repositoryId' | 'name' | 'description' | 'request'>,
  ): Promise<Diagram>;
  get(principal: Principal, diagramId: string): Promise<Diagram>;
  /** Lists the diagrams of a repository by name. */
  list(principal: Principal, repositoryId: string): Promise<readonly Diagram[]>;
  /** Changes the given fields. @throws AppError `CONFLICT` when the name is taken */
  change(
    principal: Principal,
    diagramId: string,
    change: Partial<Pick<Diagram, 'name' | 'description' | 'request' | 'positions'>>,
  ): Promise<Diagram>;
  remove(principal: Principal, diagramId: string): Promise<void>;
}
