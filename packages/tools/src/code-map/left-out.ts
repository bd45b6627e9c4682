import type { LeftOutFiles } from '@shipmate/domain/code-map';

const maxExamples = 5;

/** Counts files that are not covered, with examples in the order in which they are added. */
export function createLeftOut<Reason extends string = LeftOutFiles['reason']>() {
  const found = new Map<Reason, { count: number; readonly examples: string[] }>();
  return {
    add(reason: Reason, path: string): void {
      const entry = found.get(reason) ?? { count: 0, examples: [] };
      found.set(reason, entry);
      entry.count += 1;
      entry.examples.push(path);
      // The first ones by path, in whatever order files are analyzed.
      if (entry.examples.length > maxExamples) entry.examples.sort().pop();
    },
    list: (): readonly (Pick<LeftOutFiles, 'count' | 'examples'> & { readonly reason: Reason })[] =>
      [...found]
        .map(([reason, { count, examples }]) => ({ reason, count, examples: examples.toSorted() }))
        .toSorted((one, other) => other.count - one.count || (one.reason < other.reason ? -1 : 1)),
  };
}
export type LeftOut = ReturnType<typeof createLeftOut<LeftOutFiles['reason']>>;
