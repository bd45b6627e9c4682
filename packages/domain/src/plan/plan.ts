/** Status of a plan. A plan that is `partly_applied` can be resumed; the last three are final. */
export const planStatuses = ['proposed', 'applying', 'partly_applied', 'applied', 'ignored', 'superseded'] as const;
export type PlanStatus = (typeof planStatuses)[number];

/** Statuses in which a person can still apply or ignore the plan. */
export const openPlanStatuses: readonly PlanStatus[] = ['proposed', 'partly_applied'];

/** The kinds of a plan's actions on a file. */
export const planActionKinds = ['create', 'modify', 'delete', 'rename'] as const;
export type PlanActionKind = (typeof planActionKinds)[number];

/** A planned change of one file, with its reason. */
export interface PlannedAction {
  /** Relative to the workspace, before a rename. */
  readonly path: string;
  readonly action: PlanActionKind;
  /** Set for `rename` only. */
  readonly newPath: string | null;
  readonly why: string;
}

/** An action and whether a run has applied it. */
export interface PlanAction extends PlannedAction {
  readonly isDone: boolean;
}

/** An agent's plan for a broad request, proposed before any edit. */
export interface Plan {
  readonly id: string;
  readonly workspaceId: string;
  readonly conversationId: string;
  /** The run that proposed it. */
  readonly proposedByRunId: string;
  /** The run that applies it, or the last one that did. */
  readonly appliedByRunId: string | null;
  readonly summary: string;
  readonly status: PlanStatus;
  readonly actions: readonly PlanAction[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
