import { setTimeout } from 'node:timers/promises';
import { bindTools, defineTool, type ToolEffect } from '@shipmate/core';
import { ScriptedModel, type ScriptedStep } from '@shipmate/core/testing';
import { newId, type UnitOfWork } from '@shipmate/domain';
import { isEnded, type Run, type RunEvent } from '@shipmate/domain/run';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { RunExecutor } from '../src/index.ts';
import { createApprovalSigner } from '../src/approval/approval-signer.ts';
import { beginCall } from '../src/kinds/call/begin-call.ts';
import { type AgentFixture, approvalSecret, createAgentFixture } from './agent-fixture.ts';
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

const allDone = answersTo(2, { text: ['All ', 'done.'] });

/** The kinds of runs that have a conversation: what the model does, and what the run and its log hold in the end. */
const kinds = {
  /** Reads and writes, deletes and puts, then answers. */
  answer: {
    script: [
      answersTo(0, { text: ['I look ', 'and write.'], toolCalls: [{ name: 'look' }, { name: 'change' }] }),
      answersTo(1, { thinking: 'Careful.', toolCalls: [{ name: 'wipe' }, { name: 'put' }] }),
      allDone,
    ],
    spent: { inputTokens: 30, outputTokens: 15 },
    once: ['change', 'wipe'],
    turns: [
      { text: 'I look and write.', calls: ['look', 'change'] },
      { text: '', calls: ['wipe', 'put'] },
    ],
  },
  /** Begins with a deletion that a person approves, then writes and puts, then answers. */
  call: {
    script: [answersTo(1, { thinking: 'Careful.', toolCalls: [{ name: 'change' }, { name: 'put' }] }), allDone],
    spent: { inputTokens: 20, outputTokens: 10 },
    once: ['wipe', 'change'],
    turns: [
      { text: '', calls: ['wipe'] },
      { text: '', calls: ['change', 'put'] },
    ],
  },
};

type Kind = keyof typeof kinds;

/** Creates a conversation with one run, executed by processes that are killed. */
async function createScene(fixture: AgentFixture, kind: Kind) {
  const done: string[] = [];
  const model = new ScriptedModel(kinds[kind].script);
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
  async function live(
    kill: Kill | undefined,
    work: (executor: RunExecutor, database: UnitOfWork) => Promise<unknown>,
  ): Promise<number> {
    const database = toKillable(unitOfWork, kill);
    await Promise.race([work(createProcess(database), database.unitOfWork), database.died]);
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

  /** Starts an answer in this process, or queues a call that a person approves later. */
  async function begin(executor: RunExecutor, database: UnitOfWork): Promise<void> {
    const question = { ...fixture.question('go', conversationId), message: 'go' };
    if (kind === 'answer') return void (await executor.start(principal, question));
    const approval = { signer: createApprovalSigner(approvalSecret), isGiven: false };
    const call = { ...question, tool: 'wipe', input: {}, effect: 'destructive', approval } as const;
    await database.transaction((stores) => beginCall(stores, principal, call));
  }

  return {
    kind,
    done,
    /** Runs the first process, which begins the run. */
    ask: (kill?: Kill) =>
      live(kill, async (executor, database) => {
        await begin(executor, database);
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
  const { spent, once, turns } = kinds[scene.kind];
  expect(scene.done.filter((name) => name === 'change' || name === 'wipe')).toEqual(once);
  expect(run).toMatchObject({ kind: scene.kind, status: 'completed', stopReason: 'final', usage: spent });
  expect(messages.map(({ role }) => role).join(' ')).toBe('user assistant tool assistant tool assistant');
  expect(messages.at(-1)).toMatchObject({ content: [{ text: 'All done.' }] });
  expect(standing(log)).toEqual([
    'run_started',
    ...turns.flatMap(({ text, calls }, number) => turn(number, text, calls)),
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
    log.flatMap((event) =>
      event.type === type && 'name' in event && 'turn' in event && event.turn === number ? [event.name] : [],
    );
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

it.each(['answer', 'call'] as const)(
  'a run of kind %s makes each call once when its process dies at any write, before or after it is stored',
  async (kind) => {
    await using fixture = await createAgentFixture();
    const whole = await createScene(fixture, kind);
    const writes = await whole.ask();
    await expectDoneOnce(whole);
    expect(writes).toBeGreaterThan(10);
    for (let write = 0; write < writes; write += 1) {
      for (const isStored of [false, true]) {
        if (write === 0 && !isStored) continue;
        const scene = await createScene(fixture, kind);
        await scene.ask({ write, isStored });
        await scene.goOn();
        await expectDoneOnce(scene);
      }
    }
  },
);

it.each(['answer', 'call'] as const)(
  'a run of kind %s makes each call once when several processes die in a row',
  async (kind) => {
    await using fixture = await createAgentFixture();
    const kill = fc.record({ write: fc.integer({ min: 1, max: 12 }), isStored: fc.boolean() });
    const proven = fc.assert(
      fc.asyncProperty(fc.array(kill, { minLength: 1, maxLength: 4 }), async ([first, ...others]) => {
        const scene = await createScene(fixture, kind);
        await scene.ask(first);
        for (const next of others) await scene.goOn(next);
        await scene.goOn();
        await expectDoneOnce(scene);
      }),
      { numRuns: 15 },
    );
    await expect(proven).resolves.toBeUndefined();
  },
);
