import type { Proposal, ProposalFlow, ProposalStatus } from '@shipmate/domain/proposal';
import type { ColumnType, Generated } from 'kysely';

export interface ProposalTable {
  id: string;
  organization_id: string;
  user_id: string;
  flow: ProposalFlow;
  intent: string;
  status: ProposalStatus;
  work: ColumnType<Proposal['work'], string, string>;
  /** Set once it was accepted. */
  taken_by: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}
