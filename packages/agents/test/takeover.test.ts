import { setTimeout } from 'node:timers/promises';
import { bindTools, defineTool, type ToolEffect } from '@shipmate/core';
import { ScriptedModel, type ScriptedStep } from '@shipmate/core/testing';
import { newId } from '@shipmate/domain';
import { isEnded, type Run, type RunEvent } from '@shipmate/domain/run';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { RunExecutor } from '../src/index.ts';
import { createAgentFixture, type AgentFixture } from './agent-fixture.ts';
import { toKillable, type Kill, type KillableDatabase } from './killable-database.ts';

const usage = { inputTokens: 10, outputTokens: 5 };
const answersTo = (count: number, step: ScriptedStep): ScriptedStep => ({
  ...step,
  usage,
  times: Infinity,
  when: ({ messages }) => messages.filter(({ role }) => role === 'tool').length === count,
});

/** Interval at which a process looks for work. */
const lookAgainMs = 10;

/** Reads, writes, deletes and puts, then answers. */
const script = [
  answersTo(0, { text: ['I look ', 'and write.'], toolCalls: [{ name: 'look' }, { name: 'change' }] }),
  answersTo(1, { thinking: 'Careful.', toolCalls: [{ name: 'wipe' }, { name: 'put' }] }),
  answersTo(2, { text: ['All ', 'done.'] }),
];

/** Creates tools that record their effects in `done`, independently of the process. */
function createTools(done: string[]) {
  const tool = (name: string, effect: ToolEffect, idempotent = false) =>
    defineTool({
      name,
      description: `Does ${name}.`,
      category: 'chart',
      effect,
      idempotent,
      input: z.object({}),
      output: z.object({ did: z.string() }),
      clientEvents: ({ did }) => [{ type: 'preview', data: did }],
      execute: async () => {
        done.push(name);
        return { did: name };
      },
    });
  const definitions = [
    tool('look', 'read'),
    tool('change', 'write'),
    tool('wipe', 'destructive'),
    tool('put', 'write', true),
  ];
  return bindTools(definitions, {});
}

/** Creates a conversation with one question, executed by processes that are killed. */
async function createScene(fixture: AgentFixture) {
  const done: string[] = [];
  const model = new ScriptedModel(script);
  const { principal, unitOfWork } = fixture;
  const { runs, conversations, approvals } = unitOfWork.stores;
  const conversationId = newId();
  const createProcess = (database: KillableDatabase) =>
    fixture.createExecutor(model, {
      unitOfWork: database.unitOfWork,
      extraTools: createTools(done),
      leaseSeconds: 3_600,
      isKillable: true,
    });

  /** Settles when the process has done its part or is dead. */
  async function live(kill: Kill | undefined, work: (executor: RunExecutor) => Promise<unknown>): Promise<number> {
    const database = toKillable(unitOfWork, kill);
    await Promise.race([work(createProcess(database)), database.died]);
    await database.expireLeases();
    return database.writes();
  }

  /** Decides pending calls as a person who checks the effects does. */
  async function decide(executor: RunExecutor, runId: string): Promise<void> {
    for (const { id: approvalId } of await approvals.listPending(principal, { runId })) {
      await executor.decideApproval(principal, { approvalId, verdict: { decision: 'approve' } });
    }
    for (const { toolCallId, name, status } of await runs.listToolCalls(runId)) {
      if (status !== 'unknown') continue;
      const choice = done.includes(name) ? 'done' : 'again';
      await executor.decide(principal, conversationId, { toolCallId, choice });
    }
  }

  async function findRun(): Promise<Run | undefined> {
    return (await runs.listForConversation(principal, conversationId))[0];
  }

  async function goOn(executor: RunExecutor): Promise<void> {
    for (let run = await findRun(); run && !isEnded(run.status); run = await findRun()) {
      if (run.status === 'waiting') await decide(executor, run.id);
      const execution = await executor.takeOver();
      await (execution ? execution.finished : setTimeout(lookAgainMs));
    }
  }

  return {
    done,
    /** Runs the first process, which takes the question. */
    ask: (kill?: Kill) =>
      live(kill, async (executor) => {
        await executor.start(principal, fixture.question('go', conversationId));
        await goOn(executor);
      }),
    /** Runs another process, which takes over until nothing is left to do. */
    goOn: (kill?: Kill) => live(kill, goOn),
    async outcome() {
      const run = await findRun();
      const events = run ? await fixture.events(run.id) : [];
      const messages = await conversations.listMessages(principal, conversationId);
      return { run, events, messages: messages.map(({ message }) => message) };
    },
  };
}

type Scene = Awaited<ReturnType<typeof createScene>>;

async function expectDoneOnce(scene: Scene): Promise<void> {
  const { run, events, messages } = await scene.outcome();
  const log = events.map(({ event }) => event);
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
  expect(scene.done.filter((name) => name === 'change' || name === 'wipe')).toEqual(['change', 'wipe']);
  expect(run).toMatchObject({ status: 'completed', stopReason: 'final', usage: { inputTokens: 30, outputTokens: 15 } });
  expect(messages.map(({ role }) => role).join(' ')).toBe('user assistant tool assistant tool assistant');
  expect(messages.at(-1)).toMatchObject({ content: [{ text: 'All done.' }] });
  expect(standing(log)).toEqual([
    'run_started',
    ...turn(0, 'I look and write.', ['look', 'change']),
    ...turn(1, '', ['wipe', 'put']),
    ...turn(2, 'All done.', []),
    'run_ended',
  ]);
}

/** Summarizes the log without voided content and without the order of concurrent calls. */
function standing(log: readonly RunEvent[]): readonly string[] {
  const said = new Map<number, string>();
  for (const event of log) {
    if (event.type === 'turn_started') expect(said.has(event.turn)).toBe(false);
    if (event.type === 'turn_started' || event.type === 'turn_restarted') said.set(event.turn, '');
    if (event.type === 'content') said.set(event.turn, said.get(event.turn) + event.deltas.join(''));
  }
  const ofTurn = (number: number, type: RunEvent['type']) =>
    log.flatMap((event) => (event.type === type && 'name' in event && event.turn === number ? [event.name] : []));
  const turns = log.filter((event) => event.type === 'turn_ended');
  return [
    log[0]?.type ?? '',
    ...turns.flatMap(({ turn: number }) => [
      `${number} ${said.get(number)}`,
      ...ofTurn(number, 'tool_call').toSorted(),
      ...ofTurn(number, 'tool_result').toSorted(),
    ]),
    ...log.filter(({ type }) => type === 'run_ended').map(({ type }) => type),
  ];
}

function turn(number: number, text: string, calls: readonly string[]): readonly string[] {
  return [`${number} ${text}`, ...calls.toSorted(), ...calls.toSorted()];
}

it('a run makes each call once when its process dies at any write, before or after it is stored', async () => {
  await using fixture = await createAgentFixture();
  const whole = await createScene(fixture);
  const writes = await whole.ask();
  await expectDoneOnce(whole);
  expect(writes).toBeGreaterThan(15);
  for (let write = 0; write < writes; write += 1) {
    for (const isStored of [false, true]) {
      if (write === 0 && !isStored) continue;
      const scene = await createScene(fixture);
      await scene.ask({ write, isStored });
      await scene.goOn();
      await expectDoneOnce(scene);
    }
  }
});

it('a run makes each call once when several processes die in a row', async () => {
  await using fixture = await createAgentFixture();
  const kill = fc.record({ write: fc.integer({ min: 1, max: 12 }), isStored: fc.boolean() });
  const proven = fc.assert(
    fc.asyncProperty(fc.array(kill, { minLength: 1, maxLength: 4 }), async ([first, ...others]) => {
      const scene = await createScene(fixture);
      await scene.ask(first);
      for (const next of others) await scene.goOn(next);
      await scene.goOn();
      await expectDoneOnce(scene);
    }),
    { numRuns: 15 },
  );
  await expect(proven).resolves.toBeUndefined();
});
