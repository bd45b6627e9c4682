import { silentLogger } from '@shipmate/core';
import { createDatabase } from '@shipmate/db';
import { startTestPostgres, type TestPostgres } from '@shipmate/db/testing';
import { newId } from '@shipmate/domain';
import {
  businessEntities,
  findCascades,
  toDefinition,
  validateDefinition,
  workflowPayloadSchema,
} from '@shipmate/domain/workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { items, startRuleFixture } from './rule-fixture.ts';
import { refusedRules, specifiedRules } from './thirty-rules.ts';

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

describe.each([
  ['pglite', undefined],
  ['postgres', openPostgres],
] as const)('on %s', (_engine, open) => {
  let fixture: Awaited<ReturnType<typeof startRuleFixture>>;
  beforeAll(async () => {
    fixture = await startRuleFixture(open);
  });
  afterAll(() => fixture[Symbol.asyncDispose]());

  it.each(specifiedRules)('$rule ends as specified', async (specified) => {
    const { principal, answers, trigger, execute, decide } = fixture;
    const { actions, edges, row, decision, status, ports } = specified;
    answers.splice(0, answers.length, ...(specified.answers ?? []));
    const { id } = await trigger({ actions: [...actions], ...(edges && { edges }) }, row);
    let execution = await execute(id);
    const asking = execution.steps.find((step) => step.status === 'waiting' && step.approvers.length > 0);
    if (asking !== undefined && decision !== undefined) {
      await decide(principal, { executionId: id, actionId: asking.actionId }, decision === 'approve');
      execution = await execute(id);
    }
    const ended = execution.steps.flatMap(({ actionName, port }) => (port === null ? [] : [[actionName, port]]));
    expect([execution.status, Object.fromEntries(ended)]).toEqual([status, ports]);
  });
});

it.each(refusedRules)('$rule is refused', ({ actions, edges, code }) => {
  const payload = { name: 'x', entity: items, trigger_type: 'on_update', actions, ...(edges && { edges }) };
  const parsed = workflowPayloadSchema.parse(payload);
  const { definition } = toDefinition(parsed, { entities: businessEntities, createId: newId });
  const catalog = { entities: businessEntities, userIds: new Set<string>(), roles: new Set(['owner']) };
  const problems = [...validateDefinition(definition, catalog), ...findCascades({ ...definition, id: newId() }, [])];
  expect(problems.map((problem) => [problem.code, problem.severity])).toContainEqual([code, 'error']);
});
