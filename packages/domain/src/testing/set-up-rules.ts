import type { Principal } from '@shipmate/core';
import { newId } from '../identifier/id.ts';
import type { UnitOfWork } from '../persistence/unit-of-work.ts';
import { matchEvents } from '../use-cases/match-events.ts';
import type { NewRuleStep } from '../workflow/execution/rule-execution.ts';
import type { Rule, RuleDefinition } from '../workflow/rule.ts';
import { toValueText } from '../workflow/template/template-filters.ts';
import { createTestColleague, createTestTenant } from './create-test-tenant.ts';

/** The table that the rules of the contracts watch. */
export const tasks = 'core.tasks';

const page = { offset: 0, limit: 50 };

/** Returns the definition of a rule without actions that reacts to tasks that are done. */
export const createRuleDefinition = (overrides: Partial<RuleDefinition>): RuleDefinition => ({
  name: newId(),
  description: '',
  isActive: true,
  entity: tasks,
  trigger: 'on_update',
  triggerConditions: [{ field_name: 'status', operator: 'changed_to', value: 'done' }],
  actions: [],
  edges: [],
  ...overrides,
});

/** Returns a step of an execution that has ended. */
export const createRuleStep = (overrides: Partial<NewRuleStep> = {}): NewRuleStep => ({
  actionId: newId(),
  actionName: 'Ask',
  actionType: 'seek_approval',
  status: 'completed',
  attempt: 1,
  input: { title: 'x' },
  output: { ok: true },
  port: 'success',
  error: null,
  ...overrides,
});

/** Matches until no event is left that is due. */
export async function matchAll(unitOfWork: UnitOfWork, limit = 20): Promise<void> {
  for (let events = 1; events > 0; ) ({ events } = await matchEvents(unitOfWork, limit));
}

/** Creates a tenant, a colleague and a stranger, with functions that make rules and change tasks. */
export async function setUpRules(unitOfWork: UnitOfWork) {
  const tenant = await createTestTenant(unitOfWork);
  const { principal } = tenant;
  const colleague = await createTestColleague(unitOfWork, tenant);
  const stranger = (await createTestTenant(unitOfWork)).principal;
  const { rules, entityRows, ruleEvents, ruleExecutions, runs } = unitOfWork.stores;
  const createRule = (overrides: Partial<RuleDefinition> = {}, owner: Principal = principal) =>
    rules.create(owner, { id: newId(), definition: createRuleDefinition(overrides) });
  const createTask = async () => {
    const row = await entityRows.create(principal, tasks, {
      values: { title: 'Pack', status: 'open', priority: 'low' },
    });
    return toValueText(row['id'] ?? null);
  };
  const setStatus = (key: string, status: string, depth?: number) =>
    entityRows.update(principal, tasks, {
      key,
      values: { status },
      ...(depth !== undefined && { cause: { executionId: newId(), depth } }),
    });
  const executionsOf = ({ id }: Rule) => ruleExecutions.listForRule(principal, id, page);
  /** Begins an execution and claims its run. */
  async function begin() {
    const rule = await createRule();
    await setStatus(await createTask(), 'done');
    await matchAll(unitOfWork);
    const [execution] = await executionsOf(rule);
    const { id = '' } = execution ?? {};
    const owner = newId();
    await runs.claim(id, { owner, seconds: 60 });
    return { id, rule, lease: { runId: id, owner } };
  }
  return {
    unitOfWork,
    entityRows,
    ruleEvents,
    ruleExecutions,
    runs,
    principal,
    colleague,
    stranger,
    createRule,
    createTask,
    setStatus,
    executionsOf,
    begin,
  };
}
