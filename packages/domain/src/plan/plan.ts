/**
 * Where a plan stands. A plan that was `partly_applied` can be taken up again; the last three are final.
 */
export const planStatuses = ['proposed', 'applying', 'partly_applied', 'applied', 'ignored', 'superseded'] as const;
export type PlanStatus = (typeof planStatuses)[number];

/** Plans that a person can still proceed with or ignore. */
export const openPlanStatuses: readonly PlanStatus[] = ['proposed', 'partly_applied'];

/** What a plan does to a file. */
export const planActionKinds = ['create', 'modify', 'delete', 'rename'] as const;
export type PlanActionKind = (typeof planActionKinds)[number];

/** What is to be done to one file, and why. */
export interface PlannedAction {
  /** Relative to the workspace, as the file is called before. */
  readonly path: string;
  readonly action: PlanActionKind;
  /** For `rename` and nothing else. */
  readonly newPath: string | null;
  readonly why: string;
}

/** An action and whether a run has carried it out. */
export interface PlanAction extends PlannedAction {
  readonly isDone: boolean;
}

/** What an agent wants to do about a broad request, before it does it. */
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
