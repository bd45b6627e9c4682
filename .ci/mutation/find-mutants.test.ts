import { describe, expect, test } from 'vitest';
import { findMutants } from './find-mutants.ts';
import { toMutantKey } from './mutant.ts';

describe('findMutants', () => {
  test.each<[source: string, changes: string[]]>([
    ['const a = b < 1;', ['b < 1 → b <= 1', 'b < 1 → b >= 1']],
    ["const a = b === 'x';", ["b === 'x' → b !== 'x'"]],
    ['const a = b - 1;', ['b - 1 → b + 1']],
    ["const a = b + '!';", []],
    ['const a = b && c;', ['b && c → b || c']],
    ['const a = b ?? (c || d);', ['b ?? (c || d) → b && (c || d)', 'c || d → c && d']],
    ['const a = !b;', ['!b → b']],
    ['const a = true;', ['true → false']],
    ['const a = b?.c?.[0];', ['b?.c?.[0] → b.c?.[0]', 'b?.c?.[0] → b?.c[0]']],
    ['const a = b?.(1);', ['b?.(1) → b(1)']],
    ['const a = b!.c!.d?.e;', ['b!.c!.d?.e → b!.c!.d.e']],
    ['const a = b.some(c);', ['b.some(c) → b.every(c)']],
    ['const a = b.toString();', []],
    ['const a = b ? 1 : 2;', ['b → true', 'b → false']],
    ['while (a) b();', ['a → false', 'b(); → removed']],
    ['a += 1;', ['a += 1; → removed', 'a += 1 → a -= 1']],
    ['throw new Error();', ['throw new Error(); → removed']],
    ['type A = true; interface B { c: false }', []],
  ])('changes %j', (text, changes) => {
    expect(findMutants({ path: 'a.ts', text }, 1).map(withoutPlace)).toEqual(changes);
  });

  test.each<[type: string, values: string[]]>([
    ['string', ["''"]],
    ['number', ['0']],
    ['boolean', ['true', 'false']],
    ['a is string', ['true', 'false']],
    ['readonly string[]', ['[]']],
    ['string | undefined', ["''", 'undefined']],
    ['string | null', ["''", 'null']],
    ['Widget', []],
  ])('replaces a returned value of type %j', (type, values) => {
    const text = `function f(a: unknown): ${type} { return make(a); } const g = (a): ${type} => make(a);`;
    const replaced = findMutants({ path: 'a.ts', text }, 1).map(({ after }) => after);
    expect(replaced).toEqual([...values, ...values]);
  });

  test('replaces the value of the promise that an async function returns', () => {
    const text = 'async function f(): Promise<number> { return make(); }';
    expect(findMutants({ path: 'a.ts', text }, 1).map(withoutPlace)).toEqual(['make() → 0']);
  });

  test('names the place and counts ids from the first', () => {
    const text = 'class A {\n  check(): void {\n    run();\n  }\n}\n\nconst b = () => !c;';
    expect(findMutants({ path: 'src/a.ts', text }, 7)).toMatchObject([
      { id: 7, path: 'src/a.ts', line: 3, within: 'A.check', operator: 'statement' },
      { id: 8, line: 7, within: 'b', operator: 'negation' },
    ]);
  });

  test('reports a source that cannot be parsed', () => {
    expect(() => findMutants({ path: 'a.ts', text: 'const = 1' }, 1)).toThrow('"a.ts" cannot be parsed');
  });
});

function withoutPlace(mutant: Parameters<typeof toMutantKey>[0]): string {
  return toMutantKey(mutant).replace(/^[^:]*: /u, '');
}
