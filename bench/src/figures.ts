import type { FigureBound } from './bounds.ts';
import { measureClaims } from './claims/measure-claims.ts';
import { compareGrowth } from './growth/compare-growth.ts';
import { measureLiveRuns } from './live/measure-live-runs.ts';
import { toMarkdownTable } from './markdown-table.ts';
import { measureStart } from './start/measure-start.ts';

type Script = () => Promise<Readonly<Record<string, number>>>;

/** Scripts that measure several figures at once. */
const scripts: Readonly<Record<string, Script>> = {
  claims: async () => ({ ...(await measureClaims()) }),
  live: async () => ({ sameP99: (await measureLiveRuns(50, 'same')).p99 }),
  start: async () => ({ ...(await measureStart()) }),
  // Imports the browser, which the other scripts do not need.
  pages: async () => ({ ...(await (await import('./pages/measure-pages.ts')).measurePages()).figures }),
  growth: async () => ({ worstRatio: (await compareGrowth()).worstRatio }),
};

/** Measures the figures of bounds, each script once. Returns them as a table, with the names of the broken bounds. */
export async function measureFigures(
  bounds: readonly FigureBound[],
): Promise<{ readonly table: string; readonly broken: readonly string[] }> {
  const measured = new Map<string, Readonly<Record<string, number>>>();
  for (const name of new Set(bounds.map(({ script }) => script))) {
    const measure = scripts[name];
    if (measure === undefined) throw new Error(`There is no script "${name}".`);
    measured.set(name, await measure());
  }
  const rows = bounds.map(({ name, script, figure, max }) => {
    const value = measured.get(script)?.[figure] ?? NaN;
    return {
      name,
      holds: value <= max,
      cells: [name, value.toFixed(1), `at most ${max}`, value <= max ? 'yes' : 'NO'],
    };
  });
  return {
    table: toMarkdownTable(
      ['', 'value', 'bound', 'holds'],
      rows.map(({ cells }) => cells),
    ),
    broken: rows.filter(({ holds }) => !holds).map(({ name }) => name),
  };
}
