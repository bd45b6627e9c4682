import { toJsonText, type Principal } from '@shipmate/core';
import type { Proposal, ProposalStore } from '@shipmate/domain/proposal';
import { sql, type Selectable } from 'kysely';
import { found, notFound } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import type { ProposalTable } from '../../schema/proposal-tables.ts';
import { inOrganization, requireId } from '../../tenancy/tenancy.ts';
import { storableText } from '../storable-text.ts';

const maxListed = 100;

/** Creates a {@link ProposalStore} on SQL. */
export function createProposalStore(executor: Executor): ProposalStore {
  async function read(principal: Principal, proposalId: string): Promise<Proposal> {
    const row = await executor
      .selectFrom('proposal')
      .selectAll()
      .where((eb) => eb.and(own(principal, proposalId)))
      .executeTakeFirst();
    return toProposal(found(row, 'proposal'));
  }

  return {
    async create(principal, { id, intent, status, work }) {
      const row = await executor
        .insertInto('proposal')
        .values({
          ...ownedBy(principal),
          id,
          flow: work.flow,
          intent: storableText(intent),
          status,
          work: toJsonText(work),
          taken_by: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return toProposal(row);
    },

    get: read,

    async list(principal, { flow } = {}) {
      const rows = await executor
        .selectFrom('proposal')
        .selectAll()
        .where((eb) => eb.and({ ...ownedBy(principal), ...(flow !== undefined && { flow }) }))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(maxListed)
        .execute();
      return rows.map(toProposal);
    },

    async move(principal, proposalId, { from, to, work, takenBy }) {
      await read(principal, proposalId);
      const row = await executor
        .updateTable('proposal')
        .set({
          status: to,
          updated_at: sql<Date>`clock_timestamp()`,
          ...(work !== undefined && { work: toJsonText(work) }),
          ...(takenBy !== undefined && { taken_by: takenBy }),
        })
        .where('id', '=', proposalId)
        .where('status', 'in', from)
        .returningAll()
        .executeTakeFirst();
      return row && toProposal(row);
    },
  };
}

/** Proposals belong to no workspace, so a credential for one sees none. */
function ownedBy(principal: Principal) {
  requireId(principal.userId, 'user');
  if (principal.scope?.workspaceId !== undefined) throw notFound('proposal');
  return { ...inOrganization(principal), user_id: principal.userId };
}

function own(principal: Principal, proposalId: string) {
  requireId(proposalId, 'proposal');
  return { ...ownedBy(principal), id: proposalId };
}

function toProposal(row: Selectable<ProposalTable>): Proposal {
  return {
    id: row.id,
    organizationId: row.organization_id,
    userId: row.user_id,
    intent: row.intent,
    status: row.status,
    work: row.work,
    takenBy: row.taken_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
