import { requireConversationRun, type RunEvent } from '@shipmate/domain/run';
import { expect } from 'vitest';
import type { FaultSetup } from './fault-setup.ts';
import { toAgentChatStream, toUiStream, withoutUnstored } from './readers.ts';
import { wholeUsage } from './work.ts';

/** Streams of a run as its readers received them. */
export interface Readings {
  readonly ui?: readonly string[];
  readonly agentChat: readonly string[];
  /** Streams that ended when their server crashed. */
  readonly broken?: readonly string[];
}

/** Expects a log without gaps, and that every reader has all of it, once and in order, apart from deltas that were never stored. */
export async function expectReceivedOnce(
  { database, person }: FaultSetup,
  runId: string,
  { ui = [], agentChat, broken = [] }: Readings,
): Promise<readonly RunEvent[]> {
  const { runs } = database.unitOfWork.stores;
  const { conversationId } = requireConversationRun(await runs.get(person.principal, runId));
  const events = await runs.listEvents(runId, { after: 0, limit: 10_000 });
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
  for (const text of ui) expect(text).toBe(toUiStream(events, conversationId));
  const whole = toAgentChatStream(events, conversationId);
  for (const text of agentChat) expect(withoutUnstored(text, events)).toBe(whole);
  for (const text of broken) expect(whole.startsWith(withoutUnstored(text, events))).toBe(true);
  return events.map(({ event }) => event);
}

/** Expects the same of a work run, and that its work was done exactly once and its status says so, whichever process crashed. */
export async function expectDoneOnce(setup: FaultSetup, runId: string, readings: Readings): Promise<void> {
  const { database, ledger, person } = setup;
  const log = await expectReceivedOnce(setup, runId, readings);
  const run = await database.unitOfWork.stores.runs.get(person.principal, runId);
  expect(run).toMatchObject({ status: 'completed', stopReason: 'final', usage: wholeUsage });
  expect(toSettledLog(log)).toEqual(wholeLog);
  const once = ['change', 'wipe', 'add'];
  expect(ledger.read(runId).filter((name) => once.includes(name))).toEqual(once);
}

const wholeLog = [
  'run_started',
  '0 I look and write.',
  'tool_call change',
  'tool_call look',
  'tool_result change',
  'tool_result look',
  '1 ',
  'tool_call put',
  'tool_call wipe',
  'tool_result put',
  'tool_result wipe',
  '2 One more.',
  'tool_call add',
  'tool_result add',
  '3 All done.',
  'run_ended',
];

/** Returns a log without withdrawn deltas and questions to the person, with the calls of each turn in sorted order. */
function toSettledLog(log: readonly RunEvent[]): readonly string[] {
  const texts = new Map<number, string>();
  for (const event of log) {
    if (event.type === 'turn_started' || event.type === 'turn_restarted') texts.set(event.turn, '');
    if (event.type === 'content') texts.set(event.turn, texts.get(event.turn) + event.deltas.join(''));
  }
  const ofTurn = (turn: number, type: RunEvent['type']): readonly string[] =>
    log
      .flatMap((event) =>
        event.type === type && 'name' in event && 'turn' in event && event.turn === turn
          ? [`${type} ${event.name}`]
          : [],
      )
      .toSorted();
  const turns = log.filter((event) => event.type === 'turn_ended');
  return [
    ...log.slice(0, 1).map(({ type }) => type),
    ...turns.flatMap(({ turn }) => [
      `${turn} ${texts.get(turn)}`,
      ...ofTurn(turn, 'tool_call'),
      ...ofTurn(turn, 'tool_result'),
    ]),
    ...log.filter(({ type }) => type === 'run_ended').map(({ type }) => type),
  ];
}
