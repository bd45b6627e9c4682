import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { addSwitches, switchName } from './add-switches.ts';
import { findMutants } from './find-mutants.ts';
import { toMutantKey } from './mutant.ts';

const text = `
let log = [];
function run(a, b) {
  log = [];
  if (a > 1 && !b) log.push('first');
  if (a > 9) log.push('large');
  else log.push(a?.size ?? 'none');
  return log.join();
}
run(input.a, input.b);
`;

/** Runs the module with one active mutant; 0 activates none. */
function runWith(active: number, input: { readonly a: unknown; readonly b: boolean }): unknown {
  const mutants = findMutants({ path: 'run.ts', text }, 1);
  return runInNewContext(addSwitches(text, mutants), { input, [switchName]: (id: number) => id === active });
}

function idOf(change: string): number {
  return (
    findMutants({ path: 'run.ts', text }, 1).find((mutant) => toMutantKey(mutant).endsWith(`: ${change}`))?.id ?? -1
  );
}

describe('addSwitches', () => {
  test('keeps the behaviour while no mutant is active', () => {
    expect(runWith(0, { a: 2, b: false })).toBe('first,none');
    expect(runWith(0, { a: 1, b: false })).toBe('none');
    expect(runWith(0, { a: 10, b: true })).toBe('large');
  });

  test.each([
    ['a > 1 → a >= 1', 'first,none'],
    ['a > 1 → a <= 1', 'first,none'],
    ['a > 1 && !b → true', 'first,none'],
    ["a?.size ?? 'none' → a?.size && 'none'", ''],
    ["log.push(a?.size ?? 'none'); → removed", ''],
  ])('applies only the active mutant %s', (change, result) => {
    expect(runWith(idOf(change), { a: 1, b: false })).toBe(result);
  });

  test('reaches mutants inside of expressions that have mutants', () => {
    expect(runWith(idOf('!b → b'), { a: 2, b: true })).toBe('first,none');
    expect(() => runWith(idOf('a?.size → a.size'), { a: null, b: true })).toThrow('null');
  });
});
