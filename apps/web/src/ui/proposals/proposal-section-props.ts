import type { ProposalView } from '@shipmate/protocol/web/proposals';
import type { ProposalSteps } from './proposal-queries.ts';

/** Props of every section of a proposal's page. */
export interface ProposalSectionProps {
  readonly proposal: ProposalView;
  readonly steps: ProposalSteps;
  /** True when a run works on the proposal. */
  readonly isWorkedOn: boolean;
  /** Id of the person's chosen model. */
  readonly modelId: string | undefined;
}

/** The part of a proposal about an operation of the platform. */
export type OperationView = NonNullable<ProposalView['operation']>;

/** The part of a proposal about solutions. */
export type RecommendationView = NonNullable<ProposalView['recommendation']>;

/** One alternative of a recommendation. */
export type SolutionView = RecommendationView['solutions'][number];
