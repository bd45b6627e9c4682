import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import { answerOperation, proposeOperation } from '../operation/platform-work.ts';
import { moveProposal, takeProposal } from '../use-cases/take-proposal.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestColleague, createTestTenant } from './create-test-tenant.ts';

const work = proposeOperation(
  {
    tool: 'clusters',
    operation: 'create',
    description: '',
    words: ['create'],
    endOfFlags: false,
    parameters: [{ name: 'name', kind: 'flag', text: '', type: 'string', required: true }],
  },
  { why: 'It makes clusters.', suggestions: {} },
);

/** Runs the contract of every `ProposalStore`. */
export function proposalStoreContract(open: OpenDatabase): void {
  describe('ProposalStore', () => {
    const database = useDatabase(open);

    async function setUp() {
      const { unitOfWork } = database();
      const tenant = await createTestTenant(unitOfWork);
      const { principal } = tenant;
      const { stores } = unitOfWork;
      const create = () =>
        stores.proposals.create(principal, { id: newId(), intent: 'A cluster.', status: 'asking', work });
      return { unitOfWork, tenant, principal, stores, proposals: stores.proposals, create };
    }

    it('stores proposals and lists the newest first', async () => {
      const { proposals, principal, create } = await setUp();
      const first = await create();
      const second = await create();
      expect(first).toEqual({
        id: expect.any(String),
        organizationId: principal.organizationId,
        userId: principal.userId,
        intent: 'A cluster.',
        status: 'asking',
        work,
        takenBy: null,
        createdAt: expect.any(Date),
        updatedAt: expect.any(Date),
      });
      expect(await proposals.list(principal)).toEqual([second, first]);
      expect(await proposals.list(principal, { flow: 'recommend' })).toEqual([]);
    });

    it('lets one of concurrent calls take a proposal, and that one again', async () => {
      const { stores, principal, create } = await setUp();
      const { id } = await create();
      const take = (takenBy: string) => takeProposal(stores, principal, { id, takenBy });
      await expect(take('a')).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('questions that are not answered'),
      });
      const answered = answerOperation(work, { name: 'one' });
      await moveProposal(stores, principal, { id, from: ['asking'], to: 'ready', work: answered });
      const taken = await Promise.allSettled(['a', 'b', 'c'].map(take));
      const winners = taken.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      expect(winners).toEqual([expect.objectContaining({ status: 'taken', work: answered })]);
      expect(await take(winners[0]?.takenBy ?? '')).toEqual(winners[0]);
      await expect(take('d')).rejects.toMatchObject({ code: 'CONFLICT', details: { status: 'taken' } });
    });

    it('answers NOT_FOUND to everyone else', async () => {
      const { unitOfWork, tenant, principal, proposals, create } = await setUp();
      const { id } = await create();
      const others = [
        await createTestColleague(unitOfWork, tenant),
        (await createTestTenant(unitOfWork)).principal,
        { ...principal, scope: { workspaceId: newId() } },
      ];
      for (const other of others) {
        await expect(proposals.get(other, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
        const step = proposals.move(other, id, { from: ['asking'], to: 'withdrawn' });
        await expect(step).rejects.toMatchObject({ code: 'NOT_FOUND' });
      }
      expect(await proposals.get(principal, id)).toMatchObject({ status: 'asking' });
    });
  });
}
