import { silentLogger } from '@shipmate/core';
import { createDatabase } from '@shipmate/db';
import { startTestPostgres, type TestPostgres } from '@shipmate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crashAtEveryWrite } from './killable-database.ts';
import { startRuleFixture } from './rule-fixture.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startTestPostgres();
});
afterAll(() => postgres.stop());

async function openPostgres() {
  const database = await createDatabase({ databaseUrl: await postgres.url() }, { logger: silentLogger });
  await database.migrate();
  return database;
}

const page = { offset: 0, limit: 50 };

const edge = (source: string, target: string, output?: string) => ({
  source_action_id: source,
  target_action_id: target,
  edge_type: source === '' ? ('start' as const) : output === undefined ? ('always' as const) : ('sequence' as const),
  ...(output !== undefined && { source_output: output }),
});

describe.each([
  ['pglite', undefined],
  ['postgres', openPostgres],
] as const)('on %s', (_engine, open) => {
  it('an execution acts once when its process dies at any write, before or after it is stored', async () => {
    await using fixture = await startRuleFixture(open);
    const { principal, unitOfWork, mails, live, get, decide, trigger } = fixture;
    async function createScene() {
      const { id, ruleId } = await trigger({
        actions: [
          { name: 'Start', action_type: 'delay', action_config: { duration: '1ms' } },
          {
            name: 'Alert',
            action_type: 'create_alert',
            action_config: {
              alert_type: 'low',
              severity: 'low',
              title: 'Low',
              message: 'Low',
              recipients: { roles: ['owner'] },
            },
          },
          {
            name: 'Mail',
            action_type: 'send_email',
            action_config: { recipients: ['a@example.test'], subject: '{{execution_id}}', body: 'x' },
          },
          {
            name: 'Ask',
            action_type: 'seek_approval',
            action_config: { approvers: ['{{$me}}'], approval_type: 'any' },
          },
          {
            name: 'Task',
            action_type: 'create_entity',
            action_config: {
              target_entity: 'core.tasks',
              fields: { title: '{{execution_id}}', status: 'open', priority: 'low' },
            },
          },
        ],
        edges: [
          edge('', 'Start'),
          edge('Start', 'Alert'),
          edge('Start', 'Mail'),
          edge('Alert', 'Ask'),
          edge('Mail', 'Ask'),
          edge('Ask', 'Task', 'approved'),
        ],
      });
      const onApproval = async () => {
        const step = (await get(id)).steps.find((each) => each.status === 'waiting' && each.approvers.length > 0);
        if (step?.approvers[0]?.decision === null)
          await decide(principal, { executionId: id, actionId: step.actionId });
      };
      return {
        live: (kill?: Parameters<typeof live>[2]) => live(id, onApproval, kill),
        async expectDoneOnce() {
          const execution = await get(id);
          expect(execution).toMatchObject({ status: 'completed' });
          const mail = execution.steps.find(({ actionName }) => actionName === 'Mail');
          const sent = mails.filter(({ subject }) => subject === id).length;
          // A mail whose process died before it stored the result may have been sent; it is never sent again.
          const isUnknown = mail?.error?.includes('unknown') ?? false;
          expect([mail?.status, isUnknown, sent]).toBeOneOf([
            ['completed', false, 1],
            ['failed', true, 0],
            ['failed', true, 1],
          ]);
          const { alerts } = await unitOfWork.stores.alerts.listForRule(principal, ruleId, page);
          expect(alerts).toHaveLength(1);
          const filters = [{ field: 'title', operator: 'equals', value: id } as const];
          expect(await unitOfWork.stores.entityRows.query(principal, 'core.tasks', { ...page, filters })).toMatchObject(
            {
              total: 1,
            },
          );
          const log = await unitOfWork.stores.runs.listEvents(id, { after: 0, limit: 100 });
          expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, index) => index + 1));
          expect(log.filter(({ event }) => event.type === 'run_ended')).toHaveLength(1);
        },
      };
    }
    await expect(crashAtEveryWrite(createScene, 8)).resolves.toBeUndefined();
  });
});
