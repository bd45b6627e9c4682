import type { ToolCallPart, ToolMessage, ToolResultPart } from '../message/message.ts';
import type { ToolCallAnswer } from '../call/tool-call-answerer.ts';
import type { ToolCallRecord } from './agentic-result.ts';
import { endingAfterCalls, withholdingAt, type Ending } from './ending.ts';
import type { LoopParts } from './loop-parts.ts';
import type { OpenTurn } from './pending-turn.ts';

/**
 * Answers the calls of a turn, whose message is the last of the history, and says how the run ends, once it does. `ending`
 * is how it ends whatever the calls come to.
 */
export async function answerCalls(
  parts: LoopParts,
  open: OpenTurn,
  ending: Ending | undefined,
): Promise<Ending | undefined> {
  const { settings, ledger, conversation, answerer } = parts;
  const given = await answerer.answer(open, ending && withholdingAt(ending));
  const isOpen = given.some(({ result }) => result === undefined);
  const { results, records, waiting } = sortOut(isOpen ? await answerer.close(open.turn, given) : given);
  ledger.calls.push(...records);
  if (waiting.length > 0) {
    conversation.withdrawAnswer();
    return { stopReason: 'approval', pending: { ...open, answers: results, waiting } };
  }
  if (results.length > 0) {
    const note = ending === undefined ? notesFor(parts, records) : undefined;
    const message: ToolMessage = { role: 'tool', content: results, ...(note !== undefined && { note }) };
    conversation.add(message);
    if (settings.journal !== undefined && answerer.failure === undefined) {
      await settings.journal.callsAnswered({ turn: open.turn, message });
    }
  }
  settings.onIteration(ledger.iterations, records);
  return endingAfterCalls(parts, ending);
}

/** The results and records that calls have, and the calls that have no result yet. */
function sortOut(answers: readonly ToolCallAnswer[]): {
  readonly results: readonly ToolResultPart[];
  readonly records: readonly ToolCallRecord[];
  readonly waiting: readonly ToolCallPart[];
} {
  const results: ToolResultPart[] = [];
  const records: ToolCallRecord[] = [];
  const waiting: ToolCallPart[] = [];
  for (const { call, result, record } of answers) {
    if (result === undefined) waiting.push(call);
    else results.push(result);
    if (record !== undefined) records.push(record);
  }
  return { results, records, waiting };
}

/** What the model is to be told along with the results. */
function notesFor({ course, ledger }: LoopParts, records: readonly ToolCallRecord[]): string | undefined {
  const notes = [course.review(records), ledger.nearNote()].filter((note) => note !== undefined);
  return notes.length === 0 ? undefined : notes.join(' ');
}
