import { noUsage, type Principal } from '@shipmate/core';
import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createRuleStep, setUpRules } from './set-up-rules.ts';

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
      const { id, rule, lease } = await begin();
      const asked = createRuleStep({
        status: 'waiting',
        port: null,
        wakeInMs: 60_000,
        approvers: [colleague.userId, stranger.userId],
      });
      await ruleExecutions.saveStep(lease, asked);
      await runs.release(lease, { wakeInMs: 60_000 });
      expect(await ruleExecutions.listApprovals(principal)).toEqual([]);
      expect(await ruleExecutions.listApprovals(colleague)).toMatchObject([
        { executionId: id, ruleName: rule.name, actionName: 'Ask', input: { title: 'x' }, row: { status: 'done' } },
      ]);
      const decide = (by: Principal) =>
        unitOfWork.transaction((stores) =>
          stores.ruleExecutions.decide(by, { executionId: id, actionId: asked.actionId, decision: 'approved' }),
        );
      for (const outsider of [principal, stranger]) await expect(decide(outsider)).rejects.toMatchObject(missing);
      await decide(colleague);
      expect(await runs.get(principal, id)).toMatchObject({ status: 'queued' });
      await expect(decide(colleague)).rejects.toMatchObject({ code: 'CONFLICT' });
      const { steps } = await ruleExecutions.get(principal, id);
      expect(steps[0]?.approvers).toMatchObject([{ userId: colleague.userId, decision: 'approved' }]);
      expect(await ruleExecutions.listApprovals(colleague)).toEqual([]);
    });

    it('refuses a decision once the run has ended', async () => {
      const { unitOfWork, ruleExecutions, runs, principal, colleague, begin } = await setUp();
      const { id, lease } = await begin();
      const asked = createRuleStep({ status: 'waiting', port: null, wakeInMs: 60_000, approvers: [colleague.userId] });
      await ruleExecutions.saveStep(lease, asked);
      await runs.end(lease, {
        status: 'cancelled',
        stopReason: 'aborted',
        usage: noUsage,
        errorCode: null,
        errorMessage: null,
      });
      const decision = { executionId: id, actionId: asked.actionId, decision: 'approved' } as const;
      const deciding = unitOfWork.transaction((stores) => stores.ruleExecutions.decide(colleague, decision));
      await expect(deciding).rejects.toMatchObject({ code: 'CONFLICT' });
      const { steps } = await ruleExecutions.get(principal, id);
      expect(steps[0]?.approvers).toMatchObject([{ decision: null }]);
    });
  });
}
