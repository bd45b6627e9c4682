import { noUsage, type Principal } from '@shipmate/core';
import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import { saveInboxWebhook } from '../use-cases/manage-inbox-webhook.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createRuleStep, setUpRules } from './set-up-rules.ts';

const ended = {
  status: 'cancelled',
  stopReason: 'aborted',
  usage: noUsage,
  errorCode: null,
  errorMessage: null,
} as const;

/** Runs the contract of every `RuleExecutionStore`. */
export function ruleExecutionContract(open: OpenDatabase): void {
  describe('RuleExecutionStore', () => {
    const database = useDatabase(open);
    const missing = { code: 'NOT_FOUND' };
    const setUp = () => setUpRules(database().unitOfWork);

    it('stores the steps of an execution for its lease only', async () => {
      const { ruleExecutions, principal, colleague, stranger, begin } = await setUp();
      const { id, rule, lease } = await begin();
      const first = createRuleStep();
      await ruleExecutions.saveStep(lease, { ...first, status: 'running', port: null, output: null });
      await ruleExecutions.saveStep(lease, first);
      await ruleExecutions.saveStep(lease, createRuleStep({ status: 'waiting', port: null, wakeInMs: 60_000 }));
      const lost = ruleExecutions.saveStep({ runId: id, owner: newId() }, createRuleStep());
      await expect(lost).rejects.toMatchObject({ code: 'CONFLICT', details: { reason: 'lease_lost' } });
      const { steps } = await ruleExecutions.get(colleague, id);
      expect(steps).toMatchObject([
        { ...first, wakesInMs: null, endedAt: expect.any(Date) },
        { status: 'waiting', port: null, wakesInMs: expect.any(Number), endedAt: null },
      ]);
      const stored = await ruleExecutions.getDefinition(principal, id);
      expect(stored.name).toBe(rule.name);
      for (const outsider of [stranger, { ...principal, scope: { workspaceId: newId() } }]) {
        await expect(ruleExecutions.get(outsider, id)).rejects.toMatchObject(missing);
        await expect(ruleExecutions.getDefinition(outsider, id)).rejects.toMatchObject(missing);
      }
    });

    it('takes the decision of each approver once and queues the run', async () => {
      const { unitOfWork, ruleExecutions, runs, principal, colleague, stranger, begin } = await setUp();
      const { id, lease } = await begin();
      const asked = createRuleStep({
        status: 'waiting',
        port: null,
        wakeInMs: 60_000,
        approvers: [colleague.userId, stranger.userId],
      });
      await ruleExecutions.saveStep(lease, asked);
      await runs.release(lease, { wakeInMs: 60_000 });
      const decision = { executionId: id, actionId: asked.actionId, decision: 'approved', reason: 'Enough' } as const;
      const decide = (by: Principal) => unitOfWork.transaction((stores) => stores.ruleExecutions.decide(by, decision));
      for (const outsider of [principal, stranger]) await expect(decide(outsider)).rejects.toMatchObject(missing);
      await decide(colleague);
      expect(await runs.get(principal, id)).toMatchObject({ status: 'queued' });
      await expect(decide(colleague)).rejects.toMatchObject({ code: 'CONFLICT' });
      const { steps } = await ruleExecutions.get(principal, id);
      expect(steps[0]?.approvers).toMatchObject([
        { userId: colleague.userId, decision: 'approved', reason: 'Enough', decidedAt: expect.any(Date) },
      ]);
    });

    it('lists a step in the inbox of its approvers while it waits, and stores the events of their items', async () => {
      const { unitOfWork, ruleExecutions, runs, principal, colleague, stranger, begin } = await setUp();
      const { inbox, inboxWebhooks } = unitOfWork.stores;
      const url = 'https://bot.example.test/inbox';
      await unitOfWork.transaction((stores) => saveInboxWebhook(stores, principal, url));
      const list = async (by: Principal) => (await inbox.list(by, { limit: 50 })).items;
      const { id, rule, lease } = await begin();
      const approvers = [principal.userId, colleague.userId];
      const asked = createRuleStep({ status: 'waiting', port: null, wakeInMs: 60_000, approvers });
      await ruleExecutions.saveStep(lease, asked);
      const itemId = `${id}.${asked.actionId}`;
      const [item] = await list(principal);
      const of = { kind: 'rule_approval', id: itemId } as const;
      expect(item).toMatchObject({
        id: itemId,
        subject: { kind: 'rule_approval', ruleName: rule.name, input: { title: 'x' }, row: { status: 'done' } },
        origin: { runId: id, ruleId: rule.id },
        expiresAt: expect.any(Date),
      });
      expect(await inbox.get(colleague, of)).toEqual(item);
      for (const outsider of [stranger, { ...principal, scope: { workspaceId: newId() } }]) {
        await expect(inbox.get(outsider, of)).rejects.toMatchObject(missing);
      }
      const decision = { executionId: id, actionId: asked.actionId, decision: 'approved' } as const;
      await unitOfWork.transaction((stores) => stores.ruleExecutions.decide(colleague, decision));
      expect(await list(colleague)).toEqual([]);
      expect(await list(principal)).toHaveLength(1);
      const end = { status: 'completed', wakeInMs: undefined, approvers: undefined } as const;
      await ruleExecutions.saveStep(lease, { ...asked, ...end, port: 'approved' });
      const later = createRuleStep({ status: 'waiting', port: null, wakeInMs: 60_000, approvers: [principal.userId] });
      const expired = createRuleStep({ status: 'waiting', port: null, wakeInMs: 0, approvers: [principal.userId] });
      for (const step of [later, expired]) await ruleExecutions.saveStep(lease, step);
      expect((await list(principal)).map((each) => each.id)).toEqual([`${id}.${later.actionId}`]);
      await ruleExecutions.saveStep(lease, { ...expired, ...end, port: 'timed_out' });
      await runs.end(lease, ended);
      expect(await list(principal)).toEqual([]);
      const events = await inboxWebhooks.listDeliveries(principal);
      expect(events.map(({ item: about, outcome }) => [about?.id, about?.userId, outcome]).toReversed()).toEqual([
        [itemId, principal.userId, null],
        [itemId, colleague.userId, null],
        [itemId, colleague.userId, 'approved'],
        [itemId, principal.userId, 'approved'],
        [`${id}.${later.actionId}`, principal.userId, null],
        [`${id}.${expired.actionId}`, principal.userId, null],
        [`${id}.${expired.actionId}`, principal.userId, 'expired'],
        [`${id}.${later.actionId}`, principal.userId, 'cancelled'],
      ]);
    });

    it('refuses a decision once the run has ended', async () => {
      const { unitOfWork, ruleExecutions, runs, principal, colleague, begin } = await setUp();
      const { id, lease } = await begin();
      const asked = createRuleStep({ status: 'waiting', port: null, wakeInMs: 60_000, approvers: [colleague.userId] });
      await ruleExecutions.saveStep(lease, asked);
      await runs.end(lease, ended);
      const decision = { executionId: id, actionId: asked.actionId, decision: 'approved' } as const;
      const deciding = unitOfWork.transaction((stores) => stores.ruleExecutions.decide(colleague, decision));
      await expect(deciding).rejects.toMatchObject({ code: 'CONFLICT' });
      const { steps } = await ruleExecutions.get(principal, id);
      expect(steps[0]?.approvers).toMatchObject([{ decision: null }]);
    });
  });
}
