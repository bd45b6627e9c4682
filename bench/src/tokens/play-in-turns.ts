import type { CallTool, InvestigationCall } from '../../../packages/tools/test/investigation/strategy.ts';

/** A tool call of one turn of a model, which does not depend on the other calls of that turn. */
type PlannedCall = Pick<InvestigationCall, 'tool' | 'input'>;

/** A procedure that calls tools one after another. */
type Procedure = (call: CallTool) => Promise<unknown>;

type Answer = Awaited<ReturnType<CallTool>>;

/** Options for {@link playInTurns}. */
interface PlayOptions {
  readonly call: CallTool;
  readonly isEnough: (text: string) => boolean;
  /** Calls that were made before the first turn. */
  readonly known?: readonly (PlannedCall & { readonly answer: Answer })[];
}

/**
 * Groups the calls of a procedure into turns as models do, with independent calls in one turn: it runs the procedure repeatedly over
 * the answers so far, returns empty text for missing answers, and makes all calls of a pass one turn. It ends when no call is open,
 * or `isEnough` holds for the text of all answers.
 */
export async function playInTurns(
  procedure: Procedure,
  { call, isEnough, known = [] }: PlayOptions,
): Promise<readonly (readonly PlannedCall[])[]> {
  const answers = new Map(known.map(({ tool, input, answer }) => [keyOf(tool, input), answer]));
  const turns: (readonly PlannedCall[])[] = [];
  for (;;) {
    if (isEnough([...answers.values()].map(({ text }) => text).join('\n'))) return turns;
    const asked = await findOpenCalls(procedure, answers);
    if (asked.size === 0) return turns;
    const made = await Promise.all(
      [...asked].map(async ([key, { tool, input }]) => [key, await call(tool, input)] as const),
    );
    for (const [key, answer] of made) answers.set(key, answer);
    turns.push([...asked.values()]);
  }
}

/** Returns the calls of a procedure that have no answer yet. */
async function findOpenCalls(
  procedure: Procedure,
  answers: ReadonlyMap<string, Answer>,
): Promise<Map<string, PlannedCall>> {
  const open = new Map<string, PlannedCall>();
  try {
    await procedure(async (tool, input) => {
      const key = keyOf(tool, input);
      const answer = answers.get(key);
      if (answer === undefined) open.set(key, { tool, input });
      return answer ?? notYet;
    });
  } catch (thrown) {
    if (!(thrown instanceof NotYet)) throw thrown;
  }
  return open;
}

/** Returns a key of a call that does not depend on the order of its fields. */
export function keyOf(tool: string, input: object): string {
  return JSON.stringify([tool, Object.entries(input).toSorted(([one], [other]) => one.localeCompare(other))]);
}

/** Thrown when a procedure needs the output of an open call. */
class NotYet extends Error {}

const notYet: Answer = {
  text: '',
  get output(): never {
    throw new NotYet();
  },
};
