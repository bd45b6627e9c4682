import { toolCallsOf, type ToolMessage } from '../message/message.ts';
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
  const { settings, ledger, conversation } = parts;
  const answers = await answerAll(parts, open, ending);
  const records = answers.flatMap(({ record }) => record ?? []);
  ledger.calls.push(...records);
  const waiting = answers.filter(({ result }) => result === undefined).map(({ call }) => call);
  if (waiting.length > 0) {
    conversation.withdrawAnswer();
    return { stopReason: 'approval', pending: { ...open, answers: resultsOf(answers), waiting } };
  }
  if (answers.length > 0) {
    const note = ending === undefined ? notesFor(parts, records) : undefined;
    const message: ToolMessage = { role: 'tool', content: resultsOf(answers), ...(note !== undefined && { note }) };
    conversation.add(message);
    await settings.journal?.callsAnswered({ turn: open.turn, message });
  }
  settings.onIteration(ledger.iterations, records);
  return endingAfterCalls(parts, ending);
}

/** What became of each call, in their order. None waits once the run is to end anyway. */
async function answerAll(
  { settings, answerer }: LoopParts,
  { turn, message, answers: known }: OpenTurn,
  ending: Ending | undefined,
): Promise<readonly ToolCallAnswer[]> {
  const calls = toolCallsOf(message);
  const answers = new Map<string, ToolCallAnswer>();
  for (const result of known) {
    const call = calls.find(({ id }) => id === result.id);
    if (call !== undefined) answers.set(call.id, { call, result });
  }
  const answerOpen = async (): Promise<void> => {
    const open = calls.filter(({ id }) => answers.get(id)?.result === undefined);
    const withheld = ending && withholdingAt(ending);
    for (const answer of await answerer.answer(turn, open, withheld)) answers.set(answer.call.id, answer);
  };
  await answerOpen();
  if (settings.signal.aborted || answerer.failure !== undefined) await answerOpen();
  return calls.flatMap(({ id }) => answers.get(id) ?? []);
}

function resultsOf(answers: readonly ToolCallAnswer[]): ToolMessage['content'] {
  return answers.flatMap(({ result }) => result ?? []);
}

/** What the model is to be told along with the results. */
function notesFor({ course, ledger }: LoopParts, records: readonly ToolCallRecord[]): string | undefined {
  const notes = [course.review(records), ledger.nearNote()].filter((note) => note !== undefined);
  return notes.length === 0 ? undefined : notes.join(' ');
}
