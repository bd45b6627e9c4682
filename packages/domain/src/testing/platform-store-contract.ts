import { noUsage, type Principal } from '@shipmate/core';
import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import { acceptChanges } from '../use-cases/change-decisions.ts';
import type { ClusterEvent, ClusterFinding, ReceivedAlert } from '../workflow/entities/platform-store.ts';
import type { RuleDefinition } from '../workflow/rule.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestTenant } from './create-test-tenant.ts';
import { newTestFile, newTestWorkspace } from './new-test-workspace.ts';
import { matchAll, setUpRules, tasks } from './set-up-rules.ts';

const page = { offset: 0, limit: 50 };

/** Runs the contract of every `PlatformStore`, and of the events of platform entities. */
export function platformStoreContract(open: OpenDatabase): void {
  describe('PlatformStore', () => {
    const database = useDatabase(open);

    async function setUp() {
      const { unitOfWork } = database();
      const rules = await setUpRules(unitOfWork);
      const { platform, entityRows } = unitOfWork.stores;
      const { principal, executionsOf } = rules;
      /** Returns the events that started a rule on an entity, oldest first. */
      const watch = async (entity: string, trigger: RuleDefinition['trigger'], more: Partial<RuleDefinition> = {}) => {
        const rule = await rules.createRule({ entity, trigger, triggerConditions: [], ...more });
        return async () => {
          await matchAll(unitOfWork);
          return (await executionsOf(rule)).map(({ event }) => event).toReversed();
        };
      };
      const read = async (entity: string, by: Principal = principal) => (await entityRows.query(by, entity, page)).rows;
      return { ...rules, platform, watch, read };
    }

    const finding = (overrides: Partial<ClusterFinding> = {}): ClusterFinding => ({
      severity: 'critical',
      reason: 'CrashLoopBackOff',
      kind: 'Pod',
      namespace: 'shop',
      name: 'api-1',
      object: 'Pod shop/api-1',
      message: 'The container restarts 3 times.',
      ...overrides,
    });

    it('fires a finding once when it appears, when it changes and when it is gone', async () => {
      const { platform, principal, stranger, watch, read } = await setUp();
      const entity = 'platform.findings';
      const [appeared, changed, gone] = [
        await watch(entity, 'on_create'),
        await watch(entity, 'on_update'),
        await watch(entity, 'on_delete'),
      ];
      const check = (...findings: readonly ClusterFinding[]) =>
        platform.recordFindings(principal, { cluster: 'prod', findings, gaps: [] });
      const node = finding({ kind: 'Node', namespace: null, name: 'worker\0-1' });
      expect(await check(finding(), node, node)).toEqual({ created: 2, updated: 0, deleted: 0 });
      expect(await check(finding({ message: 'The container restarts 4 times.' }), node)).toMatchObject({ updated: 0 });
      expect(await check(finding({ severity: 'warning' }), node)).toEqual({ created: 0, updated: 1, deleted: 0 });
      expect(await check(node)).toEqual({ created: 0, updated: 0, deleted: 1 });
      expect(await check(node)).toEqual({ created: 0, updated: 0, deleted: 0 });
      expect((await appeared()).map(({ row }) => row['name'])).toEqual(['api-1', 'worker\uFFFD-1']);
      expect(await changed()).toMatchObject([{ row: { severity: 'warning' }, before: { severity: 'critical' } }]);
      const [removed] = await gone();
      expect(removed?.row).toEqual({
        ...finding({ severity: 'warning' }),
        cluster: 'prod',
        id: expect.any(String),
        created_at: expect.any(String),
      });
      expect(await read(entity)).toMatchObject([{ kind: 'Node', namespace: null }]);
      expect(await read(entity, stranger)).toEqual([]);
      await platform.recordFindings(stranger, { cluster: 'prod', findings: [], gaps: [] });
      expect(await read(entity)).toHaveLength(1);
    });

    it('keeps a finding while less can be read than when it was last seen', async () => {
      const { platform, principal, read } = await setUp();
      const check = (findings: readonly ClusterFinding[], gaps: readonly string[]) =>
        platform.recordFindings(principal, { cluster: 'prod', findings, gaps });
      await check([finding()], []);
      expect(await check([], ['Not permitted: "list" on pods.'])).toMatchObject({ deleted: 0 });
      expect(await check([finding()], ['Not permitted: "list" on secrets.'])).toMatchObject({ created: 0, deleted: 0 });
      expect(await check([], ['Not permitted: "list" on pods.'])).toMatchObject({ deleted: 0 });
      expect(await check([], ['Not permitted: "list" on secrets.'])).toMatchObject({ deleted: 1 });
      expect(await read('platform.findings')).toEqual([]);
    });

    it('records an alert when it fires, is resolved and fires again', async () => {
      const { platform, principal, watch, read } = await setUp();
      const fired = await watch('platform.alerts', 'on_create');
      const resolved = await watch('platform.alerts', 'on_update', {
        triggerConditions: [{ field_name: 'status', operator: 'changed_to', value: 'resolved' }],
      });
      const alert = (overrides: Partial<ReceivedAlert> = {}): ReceivedAlert => ({
        fingerprint: 'f1',
        status: 'firing',
        labels: { alertname: 'HighLatency', severity: 'page', odd: 'a\0\ud800' },
        annotations: { summary: 'Slow' },
        startsAt: '2026-01-31T12:00:00+02:00',
        ...overrides,
      });
      const unknown = alert({ fingerprint: 'f2', status: 'resolved' });
      expect(await platform.recordAlerts(principal, [alert(), alert(), unknown])).toMatchObject({ created: 1 });
      expect(await platform.recordAlerts(principal, [alert()])).toEqual({ created: 0, updated: 0, deleted: 0 });
      expect(await platform.recordAlerts(principal, [alert({ status: 'resolved' })])).toMatchObject({ updated: 1 });
      expect(await platform.recordAlerts(principal, [alert()])).toMatchObject({ updated: 1 });
      expect(await fired()).toMatchObject([
        {
          row: {
            name: 'HighLatency',
            severity: 'page',
            summary: 'Slow',
            labels: { odd: 'a\uFFFD\uFFFD' },
            starts_at: '2026-01-31T10:00:00.000Z',
          },
        },
      ]);
      expect(await resolved()).toHaveLength(1);
      expect(await read('platform.alerts')).toMatchObject([{ status: 'firing', fingerprint: 'f1' }]);
      await expect(platform.recordAlerts(principal, [alert({ startsAt: 'soon' })])).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        message: expect.stringContaining('startsAt'),
      });
    });

    it('records Kubernetes events by uid, and deletes old ones without an event', async () => {
      const { platform, principal, watch, read } = await setUp();
      const entity = 'platform.cluster_events';
      const [created, updated, deleted] = [
        await watch(entity, 'on_create'),
        await watch(entity, 'on_update'),
        await watch(entity, 'on_delete'),
      ];
      const event: ClusterEvent = {
        uid: 'u1',
        reason: 'BackOff',
        message: 'Back-off restarting failed container',
        count: 1,
        kind: 'Pod',
        namespace: 'shop',
        name: 'api-1',
        lastSeenAt: '2026-01-31T12:00:00Z',
      };
      const record = (...events: readonly ClusterEvent[]) => platform.recordClusterEvents(principal, 'prod', events);
      await record(event);
      expect(await record(event)).toEqual({ created: 0, updated: 0, deleted: 0 });
      await record({ ...event, count: 2, lastSeenAt: '2026-01-31T12:01:00Z' });
      await platform.deleteOldClusterEvents({ olderThanDays: 1, limit: 1_000 });
      expect(await read(entity)).toEqual([]);
      expect((await created()).map(({ row }) => row['count'])).toEqual([1]);
      expect((await updated()).map(({ row }) => row['count'])).toEqual([2]);
      expect(await deleted()).toEqual([]);
    });

    it('has an event of a run that ended, but none of an execution of a rule that watches runs', async () => {
      const { unitOfWork, principal, runs, executionsOf, createRule, begin, read } = await setUp();
      const rule = await createRule({ entity: 'platform.runs', trigger: 'on_create', triggerConditions: [] });
      const endRun = (runId: string, owner: string) =>
        runs.end(
          { runId, owner },
          { status: 'failed', stopReason: 'final', usage: noUsage, errorCode: 'TIMEOUT', errorMessage: 'Late.' },
        );
      const { id, lease } = await begin();
      await endRun(id, lease.owner);
      await matchAll(unitOfWork);
      const [execution, ...none] = await executionsOf(rule);
      expect(none).toEqual([]);
      expect(execution?.event).toMatchObject({
        entityKey: id,
        row: { id, kind: 'rule_execution', status: 'failed', error_code: 'TIMEOUT', user_id: principal.userId },
      });
      expect(execution?.depth).toBe(2);
      expect(await read('platform.runs')).toEqual([execution?.event.row]);
      const owner = newId();
      await runs.claim(execution?.id ?? '', { owner, seconds: 60 });
      await endRun(execution?.id ?? '', owner);
      await matchAll(unitOfWork);
      expect(await executionsOf(rule)).toHaveLength(1);
      expect(await read('platform.runs')).toHaveLength(2);
    });

    it('has an event of a revision in the transaction that accepts it', async () => {
      const { unitOfWork, principal, watch, read } = await setUp();
      const accepted = await watch('platform.revisions', 'on_create');
      const workspace = newTestWorkspace([newTestFile('a.yaml', 'a0', { op: 'modify', content: 'a1' })]);
      await unitOfWork.stores.workspaces.create(principal, workspace);
      await acceptChanges(unitOfWork, principal, { workspaceId: workspace.id, revisionNumber: 0, selection: 'all' });
      const events = await accepted();
      expect(events).toMatchObject([
        { row: { workspace_id: workspace.id, revision_number: 1, origin: 'accept', user_id: principal.userId } },
      ]);
      expect(await read('platform.revisions')).toEqual([events[0]?.row]);
    });

    it('has an event of a branch in the transaction that records its push', async () => {
      const { unitOfWork, principal, stranger, watch, read } = await setUp();
      const pushed = await watch('platform.pushes', 'on_create');
      const workspaceId = newId();
      const details = { remote: 'https://git.example.test/shop.git', branch: 'shipmate/fix', commit: 'c0ffee' };
      const act = { kind: 'push_done', subjectId: workspaceId, workspaceId, details } as const;
      const rolledBack = unitOfWork.transaction(async ({ audit }) => {
        await audit.append(principal, act);
        throw new Error('rolled back');
      });
      await expect(rolledBack).rejects.toThrow('rolled back');
      await unitOfWork.stores.audit.append(principal, { kind: 'token_created', subjectId: newId() });
      await unitOfWork.stores.audit.append(principal, act);
      const events = await pushed();
      const row = { ...details, origin: 'chart', workspace_id: workspaceId, job_id: null, user_id: principal.userId };
      expect(events).toMatchObject([{ userId: principal.userId, row }]);
      expect(await read('platform.pushes')).toEqual([events[0]?.row]);
      expect(await read('platform.pushes', stranger)).toEqual([]);
    });

    it('lists the clusters to check for active rules of members, and leases a check to one process', async () => {
      const { unitOfWork, platform, principal, createRule } = await setUp();
      const other = (await createTestTenant(unitOfWork)).principal;
      await createRule({ entity: 'platform.findings', trigger: 'on_create', isActive: false });
      const ofPrincipal = async () =>
        (await platform.listWatches(['platform.findings', tasks])).filter(
          (each) => each.principal.organizationId === principal.organizationId,
        );
      expect(await ofPrincipal()).toEqual([]);
      await createRule({ entity: 'platform.findings', trigger: 'on_create' });
      await createRule({ entity: 'platform.findings', trigger: 'on_delete' });
      expect(await ofPrincipal()).toEqual([
        {
          entity: 'platform.findings',
          principal: { organizationId: principal.organizationId, userId: principal.userId, via: 'job' },
        },
      ]);
      const lease = (by: Principal, seconds: number, name = 'findings prod') =>
        platform.leaseCheck(by, { name, seconds });
      expect(await Promise.all([lease(principal, 60), lease(principal, 60)])).toEqual(
        expect.arrayContaining([true, false]),
      );
      expect(await lease(other, 60)).toBe(true);
      expect(await lease(principal, 0, newId())).toBe(true);
    });
  });
}
