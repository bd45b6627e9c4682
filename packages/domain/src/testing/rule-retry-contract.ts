import { noUsage } from '@shipmate/core';
import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import { maxRuleDepth } from '../workflow/execution/rule-event.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createRuleStep, matchAll, setUpRules } from './set-up-rules.ts';

const page = { offset: 0, limit: 50 };

/** Runs the contract of retries of executions, and of dead events that are given up. */
export function ruleRetryContract(open: OpenDatabase): void {
  describe('Retries of rules', () => {
    const database = useDatabase(open);
    const missing = { code: 'NOT_FOUND' };
    const setUp = () => setUpRules(database().unitOfWork);

    it('discards a dead event of the own organization', async () => {
      const { unitOfWork, principal, stranger, ruleEvents, createTask, setStatus } = await setUp();
      await setStatus(await createTask(), 'done', maxRuleDepth);
      await matchAll(unitOfWork);
      const { events } = await ruleEvents.listDead(principal, page);
      const eventId = events[0]?.id ?? '';
      for (const outsider of [stranger, { ...principal, scope: { workspaceId: newId() } }]) {
        await expect(ruleEvents.discard(outsider, eventId)).rejects.toMatchObject(missing);
      }
      await ruleEvents.discard(principal, eventId);
      expect(await ruleEvents.listDead(principal, page)).toEqual({ events: [], total: 0 });
    });

    it('retries an execution with the steps that it takes over, one retry at a time', async () => {
      const { unitOfWork, ruleExecutions, runs, principal, stranger, begin, executionsOf } = await setUp();
      const { id, rule, lease } = await begin();
      const [kept, repeated] = [
        createRuleStep(),
        createRuleStep({ status: 'failed', port: 'failure', error: 'Broken' }),
      ];
      for (const each of [kept, repeated]) await ruleExecutions.saveStep(lease, each);
      const retry = (by = principal) => {
        const request = { id: newId(), retryOfId: id, ownerUserId: principal.userId, revision: 1 };
        return unitOfWork.transaction(async (stores) => {
          await stores.ruleExecutions.retry(by, { ...request, reusedActionIds: [kept.actionId] });
          return request.id;
        });
      };
      await expect(retry(stranger)).rejects.toMatchObject(missing);
      const [retryId] = (await Promise.allSettled([retry(), retry()])).flatMap((each) =>
        each.status === 'fulfilled' ? [each.value] : [],
      );
      expect(await executionsOf(rule)).toHaveLength(2);
      const retried = await ruleExecutions.get(principal, retryId ?? '');
      expect(retried).toMatchObject({
        status: 'queued',
        retryOfId: id,
        revision: 1,
        event: { row: { status: 'done' } },
      });
      expect(retried.steps).toMatchObject([{ ...kept, isReused: true }]);
      const ended = {
        status: 'failed',
        stopReason: 'aborted',
        usage: noUsage,
        errorCode: null,
        errorMessage: null,
      } as const;
      const owner = newId();
      await runs.claim(retried.id, { owner, seconds: 60 });
      await runs.end({ runId: retried.id, owner }, ended);
      await retry();
      expect(await executionsOf(rule)).toHaveLength(3);
    });
  });
}
