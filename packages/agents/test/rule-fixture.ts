import { setTimeout } from 'node:timers/promises';
import { bindTools, defineTool, type Principal, silentLogger, ToolRegistry } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import { createTestDatabase, createTestTenant, type TestDatabase } from '@shipmate/db/testing';
import { newId, type Stores, type UnitOfWork } from '@shipmate/domain';
import { createTestColleague } from '@shipmate/domain/testing';
import { isEnded } from '@shipmate/domain/run';
import { matchEvents, retryRule, type RuleRetryRequest } from '@shipmate/domain/use-cases';
import {
  type Row,
  type RuleExecution,
  toDefinition,
  type WorkflowPayload,
  workflowPayloadSchema,
  toValueText,
} from '@shipmate/domain/workflow';
import type { OutgoingMail, OutgoingRequest } from '@shipmate/tools';
import { z } from 'zod';
import { createRunLog } from '../src/index.ts';
import { createRuleExecutionKind } from '../src/kinds/rule-execution/rule-execution-kind.ts';
import { createExecutor, type RunExecutor } from '../src/run/execute/run-executor.ts';
import { type Kill, toKillable } from './killable-database.ts';

/** Interval at which a process looks for work. */
const lookAgainMs = 5;

/** The inventory table of the tests. */
export const items = 'inventory.inventory_items';

/** Starts a database with a tenant for tests of rules. */
export async function startRuleFixture(
  open: () => Promise<Pick<TestDatabase, 'unitOfWork' | 'notifications' | 'close'>> = () =>
    createTestDatabase('pglite'),
) {
  const database = await open();
  const { unitOfWork, notifications } = database;
  const tenant = await createTestTenant(unitOfWork);
  const { principal } = tenant;
  const colleague = await createTestColleague(unitOfWork, tenant);
  const mails: OutgoingMail[] = [];
  const calls: string[] = [];
  const requests: OutgoingRequest[] = [];
  /** The status of each next answer; 200 once there are no more. An error stands for a host that is not reached. */
  const answers: (number | Error)[] = [];

  const tool = (name: string, effect: 'read' | 'write' | 'destructive', category: 'chart' | 'workflow' = 'chart') =>
    defineTool({
      name,
      description: name,
      category,
      effect,
      input: z.object({ text: z.string() }),
      output: z.object({ said: z.string() }),
      async execute({ text }) {
        calls.push(`${name} ${text}`);
        return { said: text };
      },
    });
  const tools = new ToolRegistry(
    bindTools(
      [
        tool('look', 'read'),
        tool('change', 'write'),
        tool('destroy', 'destructive'),
        tool('write_rule', 'write', 'workflow'),
      ],
      {},
    ),
  ).freeze();

  function createProcess(own: UnitOfWork): RunExecutor {
    const kind = createRuleExecutionKind({
      unitOfWork: own,
      tools,
      models: { get: () => new ScriptedModel([{ text: 'Unused.' }]) },
      mail: {
        async send(mail) {
          mails.push(mail);
          return { isCaptured: true, messageId: null };
        },
        close: async () => undefined,
      },
      webhooks: {
        requireAllowed: () => undefined,
        async request(request) {
          calls.push(request.url);
          requests.push(request);
          const answer = answers.shift() ?? 200;
          if (typeof answer !== 'number') throw answer;
          return { status: answer, text: JSON.stringify(request.headers) };
        },
        close: async () => undefined,
      },
    });
    return createExecutor({
      unitOfWork: own,
      notifications,
      runLog: createRunLog({ unitOfWork: own, notifications }),
      logger: silentLogger,
      leaseSeconds: 3_600,
      kinds: { rule_execution: kind },
    });
  }

  const get = (id: string): Promise<RuleExecution> => unitOfWork.stores.ruleExecutions.get(principal, id);

  /** Executes a run until it has ended, or waits for a person. */
  async function work(executor: RunExecutor, id: string, onApproval?: () => Promise<void>): Promise<void> {
    for (let current = await get(id); !isEnded(current.status); current = await get(id)) {
      const isAsking = current.steps.some((step) => step.status === 'waiting' && step.approvers.length > 0);
      if (current.status === 'waiting' && isAsking) {
        if (onApproval === undefined) return;
        await onApproval();
      }
      const execution = await executor.resume(id);
      await (execution ? execution.finished : setTimeout(lookAgainMs));
    }
  }

  async function createItem(values: Row = {}): Promise<string> {
    const { entityRows } = unitOfWork.stores;
    const product = await entityRows.create(principal, 'inventory.products', {
      values: { sku: newId(), name: 'Bolt' },
    });
    const row = await entityRows.create(principal, items, {
      values: { product_id: toValueText(product['id'] ?? null), quantity: 20, ...values },
    });
    return toValueText(row['id'] ?? null);
  }

  /** Stores a rule on updates of the inventory, and lets a row match it. */
  async function trigger(
    payload: Partial<z.input<typeof workflowPayloadSchema>>,
    row: Row = {},
  ): Promise<{ readonly id: string; readonly key: string; readonly ruleId: string }> {
    const { rules, entityRows, ruleExecutions } = unitOfWork.stores;
    const complete: WorkflowPayload = workflowPayloadSchema.parse({
      name: newId(),
      is_active: true,
      entity: items,
      trigger_type: 'on_update',
      actions: [],
      ...payload,
    });
    const { definition } = toDefinition(complete, {
      entities: await entityRows.listEntities(principal),
      createId: newId,
    });
    const { id: ruleId } = await rules.create(principal, { id: newId(), definition });
    const key = await createItem(row);
    await matchEvents(unitOfWork, 100);
    await entityRows.update(principal, items, { key, values: { quantity: 3 } });
    await matchEvents(unitOfWork, 100);
    await rules.update(principal, ruleId, { definition: { ...definition, isActive: false }, baseRevision: 1 });
    const [execution] = await ruleExecutions.listForRule(principal, ruleId, { offset: 0, limit: 1 });
    return { id: execution?.id ?? '', key, ruleId };
  }

  return {
    unitOfWork,
    principal,
    colleague,
    mails,
    calls,
    requests,
    answers,
    get,
    trigger,
    createItem,
    /** Retries an execution that has ended, and executes the retry. */
    retry: async (request: RuleRetryRequest): Promise<RuleExecution> => {
      const id = await unitOfWork.transaction((stores) => retryRule(stores, principal, request));
      await work(createProcess(unitOfWork), id);
      return get(id);
    },
    decide: (by: Principal, step: { readonly executionId: string; readonly actionId: string }, isApproved = true) =>
      unitOfWork.transaction((stores) =>
        stores.ruleExecutions.decide(by, { ...step, decision: isApproved ? 'approved' : 'rejected' }),
      ),
    /** Executes an execution until it has ended, or waits for a person. */
    execute: async (id: string): Promise<RuleExecution> => {
      await work(createProcess(unitOfWork), id);
      return get(id);
    },
    /** Executes an execution whose wait is over and whose approvers have left the organization. */
    executeWithoutApprovers: async (id: string): Promise<RuleExecution> => {
      const { stores } = unitOfWork;
      const { ruleExecutions } = stores;
      const forget = ({ steps, ...execution }: RuleExecution): RuleExecution => ({
        ...execution,
        steps: steps.map((step) => ({ ...step, approvers: [], wakesInMs: step.wakesInMs === null ? null : 0 })),
      });
      const forgetful = {
        ...ruleExecutions,
        get: async (by: Principal, executionId: string) => forget(await ruleExecutions.get(by, executionId)),
      };
      await stores.runs.requeue(id);
      await work(createProcess({ ...unitOfWork, stores: { ...stores, ruleExecutions: forgetful } }), id);
      return get(id);
    },
    /** Executes an execution whose waits are over now. */
    executeOverdue: async (id: string): Promise<RuleExecution> => {
      const { stores } = unitOfWork;
      const end = (steps: RuleExecution['steps']) =>
        steps.map((step) => ({ ...step, wakesInMs: step.wakesInMs === null ? null : 0 }));
      let isOver = true;
      const withEnd = (inside: Stores): Stores => ({
        ...inside,
        ruleExecutions: {
          ...inside.ruleExecutions,
          async get(...args) {
            const { steps, ...execution } = await inside.ruleExecutions.get(...args);
            return { ...execution, steps: isOver ? end(steps) : steps };
          },
          async lockSteps(lease) {
            const steps = await inside.ruleExecutions.lockSteps(lease);
            const read = isOver ? end(steps) : steps;
            isOver = false;
            return read;
          },
        },
      });
      const overdue: UnitOfWork = {
        ...unitOfWork,
        stores: withEnd(stores),
        transaction: (write) => unitOfWork.transaction((inside) => write(withEnd(inside))),
      };
      await stores.runs.requeue(id);
      await work(createProcess(overdue), id);
      return get(id);
    },
    /** Executes an execution; another writer's changes are stored right after an action has read rows. */
    executeAfterRead: async (id: string, change: (stores: Stores) => Promise<void>): Promise<RuleExecution> => {
      const withChange = (stores: Stores): Stores => ({
        ...stores,
        entityRows: {
          ...stores.entityRows,
          async query(...args) {
            const read = await stores.entityRows.query(...args);
            await change(stores);
            return read;
          },
        },
      });
      const changed: UnitOfWork = {
        ...unitOfWork,
        transaction: (write) => unitOfWork.transaction((inside) => write(withChange(inside))),
      };
      await work(createProcess(changed), id);
      return get(id);
    },
    /** Executes until the end, or until the process dies, and returns its number of writes. */
    live: async (id: string, onApproval: () => Promise<void>, kill?: Kill): Promise<number> => {
      const killable = toKillable(unitOfWork, kill);
      await Promise.race([work(createProcess(killable.unitOfWork), id, onApproval), killable.died]);
      await killable.expireLeases();
      return killable.writes();
    },
    [Symbol.asyncDispose]: () => database.close(),
  };
}
