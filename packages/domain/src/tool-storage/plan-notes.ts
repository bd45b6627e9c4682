import type { PlanStore } from '../plan/plan-store.ts';
import type { RunStore } from '../run/run-store.ts';
import type { WorkspaceStore } from '../workspace/workspace-store.ts';

/** The stores of one proposed plan: the plan, its run, and the files that it changes. */
export interface PlanNoteStores {
  readonly runs: Pick<RunStore, 'get'>;
  readonly workspaces: Pick<WorkspaceStore, 'lock' | 'getDetail'>;
  readonly plans: Pick<PlanStore, 'create'>;
}

/** The plans that runs propose to a person, for tools. */
export interface PlanNotes {
  /** Runs `work` in one transaction. **Contract.** As for a unit of work. */
  propose<Result>(work: (stores: PlanNoteStores) => Promise<Result>): Promise<Result>;
}
