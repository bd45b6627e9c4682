import type { ProposalView } from '@shipmate/protocol';
import type { ProposalSteps } from './proposal-queries.ts';

/** What every part of a proposal's page is given. */
export interface ProposalSectionProps {
  readonly proposal: ProposalView;
  readonly steps: ProposalSteps;
  /** Whether a worker is at it. */
  readonly isWorkedOn: boolean;
  /** The model that the person chose. */
  readonly modelId: string | undefined;
}

/** The part that is about an operation of the platform. */
export type OperationView = NonNullable<ProposalView['operation']>;

/** The part that is about solutions. */
export type RecommendationView = NonNullable<ProposalView['recommendation']>;

/** One way to give the person what they want. */
export type SolutionView = RecommendationView['solutions'][number];
