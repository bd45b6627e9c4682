import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import { decideApproval, type ApprovalVerdict } from '../use-cases/decide-approval.ts';
import { revokeGrant } from '../use-cases/revoke-grant.ts';
import { readAudit } from '../use-cases/read-audit.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestRun } from './create-test-run.ts';
import { createTestColleague, createTestTenant } from './create-test-tenant.ts';
import { newTestWorkspace } from './new-test-workspace.ts';

/** Runs the contract of every `AuditStore`. */
export function auditStoreContract(open: OpenDatabase): void {
  describe('AuditStore', () => {
    const database = useDatabase(open);

    async function setUp() {
      const { unitOfWork } = database();
      const tenant = await createTestTenant(unitOfWork);
      return { unitOfWork, ...unitOfWork.stores, tenant, principal: tenant.principal };
    }

    it('stores user, action, time and origin', async () => {
      const { audit, principal, tenant } = await setUp();
      const [subjectId, workspaceId] = [newId(), newId()];
      const request = { id: 'request-1', remoteAddress: '192.0.2.7' };
      const details = { remote: 'https://git.example/x', nested: { b: [1, null], a: 'NUL \0' } };
      await audit.append({ ...principal, request }, { kind: 'push_asked', subjectId, workspaceId, details });
      await audit.append({ ...principal, via: 'job' }, { kind: 'run_asked', subjectId });
      const [job, push] = await audit.list(principal, { limit: 10 });
      expect(push).toEqual({
        id: expect.any(String),
        at: expect.any(Date),
        userId: principal.userId,
        userName: tenant.user.name,
        via: 'session',
        requestId: 'request-1',
        remoteAddress: '192.0.2.7',
        kind: 'push_asked',
        subjectId,
        workspaceId,
        details,
      });
      expect(job).toMatchObject({ via: 'job', requestId: null, remoteAddress: null, workspaceId: null, details: {} });
    });

    it('stores an action that can happen once only once, and others as often as they happen', async () => {
      const { audit, principal } = await setUp();
      const subjectId = newId();
      for (const kind of ['tool_call_approved', 'tool_call_approved', 'push_done', 'push_done'] as const) {
        await audit.append(principal, { kind, subjectId });
      }
      const kinds = (await audit.list(principal, { limit: 10 })).map(({ kind }) => kind);
      expect(kinds.toSorted()).toEqual(['push_done', 'push_done', 'tool_call_approved']);
    });

    it('returns pages, newest first, by kind and by user', async () => {
      const { unitOfWork, audit, principal, tenant } = await setUp();
      const colleague = await createTestColleague(unitOfWork, tenant);
      const acts = ['run_asked', 'push_asked', 'push_done', 'run_asked', 'token_created'] as const;
      for (const kind of acts) await audit.append(principal, { kind, subjectId: newId() });
      await audit.append(colleague, { kind: 'run_asked', subjectId: newId() });

      const pages: string[][] = [];
      for (let before: string | undefined; ; ) {
        const page = await audit.list(principal, { before, limit: 4 });
        before = page.at(-1)?.id;
        if (before === undefined) break;
        pages.push(page.map(({ kind }) => kind));
      }
      expect(pages).toEqual([
        ['run_asked', 'token_created', 'run_asked', 'push_done'],
        ['push_asked', 'run_asked'],
      ]);
      expect(await audit.list(principal, { kind: 'run_asked', limit: 9 })).toHaveLength(3);
      expect(await audit.list(principal, { userId: colleague.userId, limit: 9 })).toMatchObject([
        { userId: colleague.userId },
      ]);
      expect(await audit.list(principal, { before: newId(), limit: 9 })).toEqual([]);
      expect(await audit.list(principal, { userId: 'nobody', limit: 9 })).toEqual([]);
    });

    it('is readable by the owners of the organization only', async () => {
      const { unitOfWork, principal, tenant, ...stores } = await setUp();
      await stores.audit.append(principal, { kind: 'run_asked', subjectId: newId() });
      const [entry] = await readAudit(stores, principal, { limit: 9 });
      const colleague = await createTestColleague(unitOfWork, tenant);
      const stranger = await createTestTenant(unitOfWork);
      const narrow = { ...principal, scope: { workspaceId: newId() } };
      for (const refused of [colleague, narrow]) {
        await expect(readAudit(stores, refused, { limit: 9 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
      }
      expect(await readAudit(stores, stranger.principal, { limit: 9, before: entry?.id })).toEqual([]);
    });

    it("records a person's decision about a tool once when it is repeated", async () => {
      const { unitOfWork, audit, approvals, workspaces, principal } = await setUp();
      const { id: workspaceId } = await workspaces.create(principal, newTestWorkspace());
      const runId = await createTestRun(unitOfWork, principal, workspaceId);
      const ask = async (toolCallId: string) => {
        const call = { runId, toolCallId, tool: 'apply', input: {}, effect: 'write', isGrantable: true } as const;
        const asked = await approvals.request(principal, { ...call, id: newId(), signature: '', expiresInSeconds: 60 });
        return asked.id;
      };
      const decide = (approvalId: string, verdict: ApprovalVerdict) =>
        unitOfWork.transaction((stores) => decideApproval(stores, principal, { approvalId, verdict }));
      const [always, denied] = [await ask('one'), await ask('two')];
      for (const _ of [1, 2]) await decide(always, { decision: 'always' });
      await decide(denied, { decision: 'deny', reason: 'Not on Fridays.' });
      await expect(decide(denied, { decision: 'approve' })).rejects.toMatchObject({ code: 'CONFLICT' });
      const [grant] = await unitOfWork.stores.grants.list(principal, workspaceId);
      await revokeGrant(unitOfWork, principal, grant?.id ?? '');
      await expect(revokeGrant(unitOfWork, principal, grant?.id ?? '')).rejects.toMatchObject({ code: 'NOT_FOUND' });

      const entries = await audit.list(principal, { limit: 9 });
      const details = { tool: 'apply', runId };
      expect(entries.map((entry) => [entry.kind, entry.subjectId, entry.details])).toEqual([
        ['grant_revoked', grant?.id, { tool: 'apply' }],
        ['tool_call_denied', denied, details],
        ['tool_call_approved', always, details],
        ['grant_created', grant?.id, { tool: 'apply' }],
      ]);
      expect(new Set(entries.map((entry) => entry.workspaceId))).toEqual(new Set([workspaceId]));
    });

    it('rolls back the entry of a transaction that fails', async () => {
      const { unitOfWork, audit, principal } = await setUp();
      const failing = unitOfWork.transaction(async (stores) => {
        await stores.audit.append(principal, { kind: 'run_asked', subjectId: newId() });
        throw new Error('changed my mind');
      });
      await expect(failing).rejects.toThrow('changed my mind');
      expect(await audit.list(principal, { limit: 9 })).toEqual([]);
    });
  });
}
