import type { ScriptedTurn } from './scripted-turn.ts';

/** The remaining turns of a script, in order, each repeated as it specifies. */
export class TurnQueue {
  readonly #turns: { readonly turn: ScriptedTurn; left: number }[] = [];

  push(turns: readonly ScriptedTurn[]): void {
    for (const turn of turns) this.#turns.push({ turn, left: turn.times ?? 1 });
  }

  next(): ScriptedTurn | undefined {
    const [first] = this.#turns;
    if (first === undefined) return undefined;
    first.left -= 1;
    if (first.left === 0) this.#turns.shift();
    return first.turn;
  }

  /** The number of turns that must still be requested. */
  get owed(): number {
    return this.#turns.filter(({ left }) => Number.isFinite(left)).length;
  }
}
