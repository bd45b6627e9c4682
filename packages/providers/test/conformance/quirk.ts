import {
  createToolExecutionContext,
  runToolLoop,
  toBoundTools,
  userMessage,
  type AgenticResult,
  type ChatModel,
  type ModelEvent,
  type ModelRequest,
  type RunToolLoopConfig,
} from '@shipmate/core';
import { expect, test } from 'vitest';
import { startScriptedServer, type ScriptedTurn } from '../../src/testing/index.ts';
import { ask } from '../ask.ts';
import { modelAt, ollamaNative, wires } from '../wire.ts';
import type { Row } from './rows.ts';

/** A body as a test looks into it. */
export type Body = Readonly<Record<string, unknown>>;

/** A quirk of some providers, as data. */
interface Quirk<Outcome> {
  /** Unique, and what the case is found by. */
  readonly id: string;
  readonly row: Row;
  /** The documentation or public report whose wire sample the script reproduces. */
  readonly source: string;
  /** The providers through whose packages it goes. */
  readonly wires: readonly string[];
  readonly script: readonly ScriptedTurn[];
  readonly settings?: Parameters<typeof modelAt>[2];
  holds(outcome: Outcome, wire: string): void;
}

/** A quirk that the adapter takes care of: one request, judged by its events. */
export interface AnswerQuirk
  extends Quirk<{ readonly events: readonly ModelEvent[]; readonly bodies: readonly Body[] }> {
  readonly request?: Partial<ModelRequest>;
}

/** A quirk that shows in a loop: judged by its result and by what was sent. */
export interface LoopQuirk extends Quirk<{ readonly result: AgenticResult; readonly bodies: readonly Body[] }> {
  readonly config?: Partial<RunToolLoopConfig>;
}

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
    const principal = { userId: 'user', organizationId: 'organization', via: 'local' } as const;
    const result = await runToolLoop(model, {
      systemPrompt: 'Be brief.',
      messages: [userMessage('Where does it rain?')],
      tools: toBoundTools([weather], async (_name, input) => `rain: ${JSON.stringify(input)}`),
      context: createToolExecutionContext({ principal }),
      ...quirk.config,
    });
    quirk.holds({ result, bodies: bodies() }, wire);
  });
}

interface Stage {
  readonly model: ChatModel;
  readonly wire: string;
  readonly bodies: () => readonly Body[];
}

function testQuirks<Case extends Omit<Quirk<never>, 'holds'>>(
  quirks: readonly Case[],
  run: (quirk: Case, stage: Stage) => Promise<void>,
): void {
  const table = quirks.flatMap((quirk) => quirk.wires.map((wire) => ({ quirk, wire, ...quirk })));
  test.each(table)('$row: $id [$wire] ($source)', async ({ quirk, wire: name }) => {
    const wire = [...wires, ollamaNative].find(({ id }) => id.startsWith(`${name}:`));
    expect.hasAssertions();
    if (wire === undefined) throw new Error(`There is no wire to ${name}.`);
    await using server = await startScriptedServer(wire.format, ...quirk.script);
    const model = modelAt(wire, server.url, quirk.settings);
    await run(quirk, { model, wire: name, bodies: () => server.requests.map(({ body }) => body as Body) });
  });
}
