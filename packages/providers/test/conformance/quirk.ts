import {
  createToolExecutionContext,
  runToolLoop,
  toBoundTools,
  userMessage,
  type AgenticResult,
  type ChatModel,
  type LoopEvent,
  type Message,
  type ModelEvent,
  type ModelRequest,
  type RunToolLoopConfig,
} from '@shipmate/core';
import { expect, test } from 'vitest';
import { startScriptedServer, type ScriptedTurn } from '../../src/testing/index.ts';
import { ask } from '../ask.ts';
import { modelAt, ollamaNative, wires } from '../wire.ts';
import type { Row } from './rows.ts';

/** A request body for assertions. */
export type Body = Readonly<Record<string, unknown>>;

/** A quirk of some providers, as data. */
interface Quirk<Outcome> {
  /** Unique; the case is found by it. */
  readonly id: string;
  readonly row: Row;
  /** The documentation or public report whose wire sample the script reproduces. */
  readonly source: string;
  /** The providers whose packages are tested with it. */
  readonly wires: readonly string[];
  readonly script: readonly ScriptedTurn[];
  readonly settings?: Parameters<typeof modelAt>[2];
  holds(outcome: Outcome, wire: string): void;
}

/** A quirk that the adapter handles: one request, checked by its events. */
export interface AnswerQuirk
  extends Quirk<{ readonly events: readonly ModelEvent[]; readonly bodies: readonly Body[] }> {
  readonly request?: Partial<ModelRequest>;
}

/** The result of a loop, its requests, and its observed events. */
export interface LoopOutcome {
  readonly result: AgenticResult;
  readonly bodies: readonly Body[];
  readonly events: readonly LoopEvent[];
  /** The requests to the {@link LoopQuirk.heir}. */
  readonly heirBodies: readonly Body[];
}

/** A quirk that shows in a loop: checked by its result and its requests. Delays are reported, not waited for. */
export interface LoopQuirk extends Quirk<LoopOutcome> {
  readonly config?: Partial<RunToolLoopConfig>;
  /** The provider that takes over when this one keeps failing. */
  readonly heir?: { readonly of: (wire: string) => string; readonly script: readonly ScriptedTurn[] };
  /** Sent once the loop has ended; the history is serialized to JSON before. The outcome is that of both loops. */
  readonly nextQuestion?: string;
}

/** The providers whose own formats are tested. */
export const everyWire: readonly string[] = wires.map(({ id }) => id.replace(/:.*/, ''));

/** A silence limit that is long enough for a busy machine and short enough for tests. */
export const silenceMs = 500;

/** The tool that scripts call. */
export const weather = {
  name: 'weather',
  description: 'Tells the sky over a place.',
  inputSchema: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
} as const;

/** Runs each case over real HTTP, once for each of its providers. */
export function testAnswers(quirks: readonly AnswerQuirk[]): void {
  testQuirks(quirks, async (quirk, { model, wire, bodies }) => {
    const events = await ask(model, { tools: [weather], ...quirk.request });
    quirk.holds({ events, bodies: bodies() }, wire);
  });
}

/** Runs each case over real HTTP, once for each of its providers. */
export function testLoops(quirks: readonly LoopQuirk[]): void {
  testQuirks(quirks, async (quirk, { model, wire, bodies }) => {
    const { heir: successor, nextQuestion } = quirk;
    await using heir = successor && (await openStage(successor.of(wire), successor.script));
    const events: LoopEvent[] = [];
    const config: RunToolLoopConfig = {
      systemPrompt: 'Be brief.',
      messages: [userMessage('Where does it rain?')],
      tools: toBoundTools([weather], async (_name, input) => `rain: ${JSON.stringify(input)}`),
      context: createToolExecutionContext({ principal: { userId: 'u', organizationId: 'o', via: 'local' } }),
      retry: { sleep: async () => undefined },
      onEvent: (event) => events.push(event),
      ...(heir && { fallbackModels: [heir.model] }),
      ...quirk.config,
    };
    let result = await runToolLoop(model, config);
    if (nextQuestion !== undefined) {
      const stored = JSON.parse(JSON.stringify(result.messages)) as readonly Message[];
      result = await runToolLoop(model, { ...config, messages: [...stored, userMessage(nextQuestion)] });
    }
    quirk.holds({ result, bodies: bodies(), events, heirBodies: heir?.bodies() ?? [] }, wire);
  });
}

interface Stage extends AsyncDisposable {
  readonly model: ChatModel;
  readonly wire: string;
  readonly bodies: () => readonly Body[];
}

/** Starts the server of a wire, and creates the model that connects to it. */
async function openStage(
  name: string,
  script: readonly ScriptedTurn[],
  settings?: Parameters<typeof modelAt>[2],
): Promise<Stage> {
  const wire = [...wires, ollamaNative].find(({ id }) => id.startsWith(`${name}:`));
  if (wire === undefined) throw new Error(`There is no wire to ${name}.`);
  const server = await startScriptedServer(wire.format, ...script);
  return {
    model: modelAt(wire, server.url, settings),
    wire: name,
    bodies: () => server.requests.map(({ body }) => body as Body),
    [Symbol.asyncDispose]: () => server.close(),
  };
}

function testQuirks<Case extends Omit<Quirk<never>, 'holds'>>(
  quirks: readonly Case[],
  run: (quirk: Case, stage: Stage) => Promise<void>,
): void {
  const table = quirks.flatMap((quirk) => quirk.wires.map((wire) => ({ quirk, wire, ...quirk })));
  test.each(table)('$row: $id [$wire] ($source)', async ({ quirk, wire, script, settings }) => {
    expect.hasAssertions();
    await using stage = await openStage(wire, script, settings);
    await run(quirk, stage);
  });
}
