import type { CallTool, Look } from '../../../packages/tools/test/investigation/strategy.ts';

/** A call that a turn of a model makes, beside others that do not need its answer. */
type PlannedCall = Pick<Look, 'tool' | 'input'>;

/** A procedure that calls tools one after another. */
type Procedure = (call: CallTool) => Promise<unknown>;

type Answer = Awaited<ReturnType<CallTool>>;

/**
 * Plays a procedure as models do, which make calls side by side that do not depend on each other: it runs again and again over the
 * answers that are there, what is not there reads as empty, and whatever it asks for all the same is one turn. It ends when there is
 * nothing more to ask, or enough is in view.
 */
export async function playInTurns(
  procedure: Procedure,
  { call, isEnough }: { readonly call: CallTool; readonly isEnough: (text: string) => boolean },
): Promise<readonly (readonly PlannedCall[])[]> {
  const answers = new Map<string, Answer>();
  const turns: (readonly PlannedCall[])[] = [];
  for (;;) {
    const asked = await findOpenCalls(procedure, answers);
    if (asked.size === 0) return turns;
    const made = await Promise.all(
      [...asked].map(async ([key, { tool, input }]) => [key, await call(tool, input)] as const),
    );
    for (const [key, answer] of made) answers.set(key, answer);
    turns.push([...asked.values()]);
    if (isEnough([...answers.values()].map(({ text }) => text).join('\n'))) return turns;
  }
}

/** What a procedure asks for that has no answer yet. */
async function findOpenCalls(
  procedure: Procedure,
  answers: ReadonlyMap<string, Answer>,
): Promise<Map<string, PlannedCall>> {
  const open = new Map<string, PlannedCall>();
  try {
    await procedure(async (tool, input) => {
      const key = JSON.stringify([tool, input]);
      const answer = answers.get(key);
      if (answer === undefined) open.set(key, { tool, input });
      return answer ?? notYet;
    });
  } catch (thrown) {
    if (!(thrown instanceof NotYet)) throw thrown;
  }
  return open;
}

/** Thrown when a procedure cannot go on without an answer. */
class NotYet extends Error {}

const notYet: Answer = {
  text: '',
  get output(): never {
    throw new NotYet();
  },
};
