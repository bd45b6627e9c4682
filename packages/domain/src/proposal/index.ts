export { proposalFlows, proposalStatuses, type Proposal, type ProposalFlow, type ProposalStatus } from './proposal.ts';
export type { ProposalStore, ProposalTransition } from './proposal-store.ts';
