import { describe, expect, it } from 'vitest';
import { userMessage, type Principal } from '@shipmate/core';
import { newId } from '../identifier/id.ts';
import type { Stores } from '../persistence/stores.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestColleague, createTestTenant } from './create-test-tenant.ts';
import { newTestFile, newTestWorkspace } from './new-test-workspace.ts';

interface Ids {
  readonly workspaceId: string;
  readonly fileId: string;
  readonly conversationId: string;
  readonly runId: string;
}

type Call = (stores: Stores, principal: Principal, ids: Ids) => Promise<unknown>;

/** Every method that takes a workspace of the organization. */
const workspaceCalls: Readonly<Record<string, Call>> = {
  'workspaces.get': ({ workspaces }, principal, { workspaceId }) => workspaces.get(principal, workspaceId),
  'workspaces.getDetail': ({ workspaces }, principal, { workspaceId }) => workspaces.getDetail(principal, workspaceId),
  'workspaces.listRevisions': ({ workspaces }, principal, { workspaceId }) =>
    workspaces.listRevisions(principal, workspaceId),
  'workspaces.getOutline': ({ workspaces }, principal, { workspaceId }) =>
    workspaces.getOutline(principal, workspaceId),
  'workspaces.findFiles': ({ workspaces }, principal, { workspaceId }) =>
    workspaces.findFiles(principal, workspaceId, ['Chart.yaml']),
  'workspaces.lock': ({ workspaces }, principal, { workspaceId }) => workspaces.lock(principal, workspaceId),
  'workspaces.findFile': ({ workspaces }, principal, { workspaceId }) =>
    workspaces.findFile(principal, workspaceId, 'Chart.yaml'),
  'workspaces.addFile': ({ workspaces }, principal, { workspaceId }) =>
    workspaces.addFile(principal, workspaceId, newTestFile('new.yaml', '')),
  'workspaces.setPending': ({ workspaces }, principal, { workspaceId, fileId }) =>
    workspaces.setPending(principal, workspaceId, { fileId, pending: { op: 'delete' } }),
  'workspaces.removeFile': ({ workspaces }, principal, { workspaceId, fileId }) =>
    workspaces.removeFile(principal, workspaceId, fileId),
  'workspaces.createRevision': ({ workspaces }, principal, { workspaceId }) =>
    workspaces.createRevision(principal, workspaceId, { createdType: 'accept', files: [] }),
  'workspaces.measure': ({ workspaces }, principal, { workspaceId }) => workspaces.measure(principal, workspaceId),
  'workspaces.setSummary': ({ workspaces }, principal, { workspaceId }) =>
    workspaces.setSummary(principal, workspaceId, 'mine'),
  'workspaces.setSettings': ({ workspaces }, principal, { workspaceId }) =>
    workspaces.setSettings(principal, workspaceId, { autoAccept: true }),
  'stringReplaceLog.append': ({ stringReplaceLog }, principal, { workspaceId }) =>
    stringReplaceLog.append(principal, {
      id: newId(),
      workspaceId,
      revisionNumber: 0,
      path: 'Chart.yaml',
      runId: null,
      found: true,
      tier: 'exact',
      oldStr: 'a',
      newStr: 'b',
      errorMessage: null,
    }),
  'stringReplaceLog.list': ({ stringReplaceLog }, principal, { workspaceId }) =>
    stringReplaceLog.list(principal, workspaceId),
  'grants.create': ({ grants }, principal, { workspaceId }) =>
    grants.create(principal, { id: newId(), workspaceId, tool: 't' }),
  'grants.find': ({ grants }, principal, { workspaceId }) => grants.find(principal, workspaceId, 't'),
  'grants.list': ({ grants }, principal, { workspaceId }) => grants.list(principal, workspaceId),
  'conversations.create': ({ conversations }, principal, { workspaceId }) =>
    conversations.create(principal, { id: newId(), workspaceId, contextType: 'chart' }),
  'clientConversations.open': async ({ clientConversations, conversations }, principal, { workspaceId }) => {
    const asked = { clientId: 'tab', workspaceId, contextType: 'chart', context: null } as const;
    const id = await clientConversations.open(principal, { ...asked, conversationId: newId() });
    await conversations.create(principal, { ...asked, id });
  },
  'conversations.listForWorkspace': ({ conversations }, principal, { workspaceId }) =>
    conversations.listForWorkspace(principal, workspaceId),
  'conversations.search': ({ conversations }, principal, { workspaceId }) =>
    conversations.search(principal, workspaceId, { words: ['mine'], limit: 50 }),
};

/** Every method that takes an id that belongs to one user. */
const ownCalls: Readonly<Record<string, Call>> = {
  'conversations.get': ({ conversations }, principal, { conversationId }) =>
    conversations.get(principal, conversationId),
  'conversations.lock': ({ conversations }, principal, { conversationId }) =>
    conversations.lock(principal, conversationId),
  'conversations.setTitle': ({ conversations }, principal, { conversationId }) =>
    conversations.setTitle(principal, conversationId, 'mine'),
  'conversations.remove': ({ conversations }, principal, { conversationId }) =>
    conversations.remove(principal, conversationId),
  'conversations.hideFromSearch': ({ conversations }, principal, { conversationId }) =>
    conversations.hideFromSearch(principal, conversationId, 1),
  'conversations.appendMessages': ({ conversations }, principal, { conversationId }) =>
    conversations.appendMessages(principal, conversationId, [
      { id: newId(), runId: null, message: userMessage('mine') },
    ]),
  'conversations.listMessages': ({ conversations }, principal, { conversationId }) =>
    conversations.listMessages(principal, conversationId),
  'conversations.listReplacements': ({ conversations }, principal, { conversationId }) =>
    conversations.listReplacements(principal, conversationId),
  'runs.create': ({ runs }, principal, { conversationId }) =>
    runs.create(principal, { id: newId(), conversationId, workspaceId: null, model: 'm' }),
  'runs.get': ({ runs }, principal, { runId }) => runs.get(principal, runId),
  'runs.listForConversation': ({ runs }, principal, { conversationId }) =>
    runs.listForConversation(principal, conversationId),
  'runs.findActive': ({ runs }, principal, { conversationId }) => runs.findActive(principal, conversationId),
  'approvals.request': ({ approvals }, principal, { runId }) =>
    approvals.request(principal, {
      id: newId(),
      runId,
      toolCallId: 'mine',
      tool: 't',
      input: {},
      effect: 'write',
      signature: 's',
      expiresInSeconds: 60,
    }),
  'approvals.listForRun': ({ approvals }, principal, { runId }) => approvals.listForRun(principal, runId),
  'runFiles.find': ({ runFiles }, principal, { runId, fileId }) => runFiles.find(principal, runId, fileId),
  'runFiles.list': ({ runFiles }, principal, { runId }) => runFiles.list(principal, runId),
  'runFiles.set': ({ runFiles }, principal, { runId, fileId }) =>
    runFiles.set(principal, runId, { fileId, look: 'mine', isOwnChange: true }),
};

/** Runs the contract that data of one tenant or user is not found by any other, in any method. */
export function tenancyContract(open: OpenDatabase): void {
  describe('tenancy', () => {
    const database = useDatabase(open);

    async function setUp() {
      const { unitOfWork } = database();
      const tenant = await createTestTenant(unitOfWork);
      const { principal } = tenant;
      const workspace = newTestWorkspace();
      const ids = {
        workspaceId: workspace.id,
        fileId: workspace.files[0]?.id ?? '',
        conversationId: newId(),
        runId: newId(),
      };
      await unitOfWork.transaction(async ({ workspaces, conversations, runs }) => {
        const { workspaceId, conversationId, runId } = ids;
        await workspaces.create(principal, workspace);
        await conversations.create(principal, { id: conversationId, workspaceId, contextType: 'chart' });
        await runs.create(principal, { id: runId, conversationId, workspaceId, model: 'm' });
      });
      const call = (method: Call, by: Principal, changed: Partial<Ids> = {}) =>
        unitOfWork.transaction((stores) => method(stores, by, { ...ids, ...changed }));
      const snapshot = async () => ({
        detail: await unitOfWork.stores.workspaces.getDetail(principal, ids.workspaceId),
        conversations: await unitOfWork.stores.conversations.listForWorkspace(principal, ids.workspaceId),
        messages: await unitOfWork.stores.conversations.listMessages(principal, ids.conversationId),
        log: await unitOfWork.stores.stringReplaceLog.list(principal, ids.workspaceId),
        runFiles: await unitOfWork.stores.runFiles.list(principal, ids.runId),
      });
      return { unitOfWork, tenant, principal, call, snapshot, ids };
    }

    const allCalls = Object.entries({ ...workspaceCalls, ...ownCalls });

    it.each(allCalls)('%s works for its owner, and is NOT_FOUND for an unknown id', async (_, method) => {
      const { call, principal } = await setUp();
      for (const id of [newId(), 'no-id', '', "'; drop table workspace; --"]) {
        const changed = { workspaceId: id, conversationId: id, runId: id };
        await expect(call(method, principal, changed)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      }
      await call(method, principal);
    });

    it.each(allCalls)('%s is NOT_FOUND to another organization and changes nothing', async (_, method) => {
      const { call, unitOfWork, principal, snapshot } = await setUp();
      const before = await snapshot();
      const stranger = (await createTestTenant(unitOfWork)).principal;
      const { organizationId } = stranger;
      for (const by of [stranger, { ...principal, organizationId }, { ...principal, organizationId: 'no-id' }]) {
        await expect(call(method, by)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      }
      expect(await snapshot()).toEqual(before);
    });

    it.each(allCalls)(
      '%s accepts a credential for its workspace, and is NOT_FOUND for another one',
      async (_, method) => {
        const { call, principal, snapshot, ids } = await setUp();
        const before = await snapshot();
        const elsewhere = { ...principal, scope: { workspaceId: newId() } };
        await expect(call(method, elsewhere)).rejects.toMatchObject({ code: 'NOT_FOUND' });
        expect(await snapshot()).toEqual(before);
        await call(method, { ...principal, scope: { workspaceId: ids.workspaceId, runId: ids.runId } });
      },
    );

    it.each(Object.entries(ownCalls))('%s is NOT_FOUND to a colleague and changes nothing', async (_, method) => {
      const { call, unitOfWork, tenant, snapshot } = await setUp();
      const before = await snapshot();
      const colleague = await createTestColleague(unitOfWork, tenant);
      await expect(call(method, colleague)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      expect(await snapshot()).toEqual(before);
    });

    it('lets colleagues work on a workspace together', async () => {
      for (const method of Object.values(workspaceCalls)) {
        const { call, unitOfWork, tenant, principal, ids } = await setUp();
        await call(method, await createTestColleague(unitOfWork, tenant));
        expect(await unitOfWork.stores.workspaces.get(principal, ids.workspaceId)).toBeDefined();
      }
    });

    it('lists only what the principal may read', async () => {
      const { unitOfWork, tenant, principal, ids } = await setUp();
      const { workspaces, conversations } = unitOfWork.stores;
      const stranger = (await createTestTenant(unitOfWork)).principal;
      const colleague = await createTestColleague(unitOfWork, tenant);
      expect(await workspaces.list(stranger, { limit: 50 })).toEqual({ items: [], next: null });
      expect((await workspaces.list(colleague, { limit: 50 })).items).toMatchObject([{ id: ids.workspaceId }]);
      const other = await workspaces.create(principal, newTestWorkspace());
      const scoped = { ...principal, scope: { workspaceId: other.id } };
      expect((await workspaces.list(scoped, { limit: 50 })).items.map(({ id }) => id)).toEqual([other.id]);
      expect(await conversations.listForWorkspace(colleague, ids.workspaceId)).toEqual([]);
      expect((await conversations.search(colleague, ids.workspaceId, { words: [], limit: 50 })).items).toEqual([]);
      for (const by of [stranger, colleague, scoped]) {
        expect(await conversations.find(by, ids.conversationId)).toBeUndefined();
      }
    });

    it('limits a credential for one run to that run', async () => {
      const { unitOfWork, principal, ids } = await setUp();
      const { runs } = unitOfWork.stores;
      expect(await runs.get({ ...principal, scope: { runId: ids.runId } }, ids.runId)).toMatchObject({ id: ids.runId });
      await expect(runs.get({ ...principal, scope: { runId: newId() } }, ids.runId)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    });

    it('refuses a run that names a workspace of another tenant', async () => {
      const { unitOfWork, principal, ids } = await setUp();
      const stranger = (await createTestTenant(unitOfWork)).principal;
      const foreign = await unitOfWork.stores.workspaces.create(stranger, newTestWorkspace());
      const run = { id: newId(), conversationId: ids.conversationId, model: 'm' } as const;
      await expect(unitOfWork.stores.runs.create(principal, { ...run, workspaceId: foreign.id })).rejects.toMatchObject(
        { code: 'NOT_FOUND' },
      );
    });
  });
}
