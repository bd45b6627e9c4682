import type { ScriptedTurn } from './scripted-turn.ts';

/** The turns that a script has left, in order, each as often as it says. */
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

  /** Turns that still have to be asked for. */
  get owed(): number {
    return this.#turns.filter(({ left }) => Number.isFinite(left)).length;
  }
}
