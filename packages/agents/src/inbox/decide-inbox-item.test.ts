import { ToolRegistry } from '@shipmate/core';
import { createTestDatabase, createTestTenant } from '@shipmate/db/testing';
import { newId } from '@shipmate/domain';
import { proposeOperation } from '@shipmate/domain/operation';
import { expect, it } from 'vitest';
import { decideInboxItem } from './decide-inbox-item.ts';

const unused = (): never => {
  throw new Error('not expected');
};

it('decideInboxItem refuses to run a command that replaced the one of the item while it was decided', async () => {
  await using database = await createTestDatabase('pglite');
  await database.start();
  const { unitOfWork } = database;
  const { stores } = unitOfWork;
  const { principal } = await createTestTenant(unitOfWork);
  const operation = { tool: 'clusters', operation: 'create', description: '', words: ['create'], endOfFlags: true };
  const work = proposeOperation({ ...operation, parameters: [] }, { why: '', suggestions: {} });
  const id = newId();
  await stores.proposals.create(principal, { id, intent: 'A cluster', status: 'ready', work });
  const { version } = await stores.inbox.get(principal, { kind: 'proposal', id });
  const inbox: typeof stores.inbox = {
    ...stores.inbox,
    async get(...item) {
      const read = await stores.inbox.get(...item);
      const replaced = { ...work, command: ['clusters', 'remove'] };
      await stores.proposals.move(principal, id, { from: ['ready'], to: 'ready', work: replaced });
      return read;
    },
  };
  const resources = {
    unitOfWork: { ...unitOfWork, stores: { ...stores, inbox } },
    models: { get: () => ({ id: 'test:model' }) },
    tools: new ToolRegistry(),
    runs: { decideApproval: unused, start: unused },
    checkRule: unused,
  };
  const { signal } = new AbortController();
  const decided = decideInboxItem(resources, principal, { kind: 'proposal', id, decision: 'approve', version, signal });
  await expect(decided).rejects.toMatchObject({ code: 'CONFLICT', details: { reason: 'proposal_changed' } });
});
