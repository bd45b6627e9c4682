import type { DurableBound } from '../bounds.ts';
import { toMarkdownTable } from '../markdown-table.ts';
import { openPeer, openShipmate, openShipmateInMemory, type DurableCost, type DurableSide } from './durable-side.ts';
import { sampleLockWaits } from './sample-lock-waits.ts';

/** The sides of the comparison. */
const sides: Readonly<Record<string, (stack: AsyncDisposableStack) => Promise<DurableSide>>> = {
  shipmate: openShipmate,
  langgraph: (stack) => openPeer(stack, 'langgraph'),
  mastra: (stack) => openPeer(stack, 'mastra'),
  dbos: (stack) => openPeer(stack, 'dbos'),
  pglite: openShipmateInMemory,
};

const titles: Readonly<Record<string, string>> = {
  shipmate: 'Shipmate worker',
  langgraph: 'LangGraph, PostgresSaver',
  mastra: 'Mastra, pg (stores at the end)',
  dbos: 'DBOS, a step per model and tool call',
  pglite: 'Shipmate on PGlite',
};

const headings: Readonly<Record<keyof DurableCost, string>> = {
  nodeMillis: 'Node ms',
  postgresMillis: 'PostgreSQL ms',
  statements: 'statements',
  walKilobytes: 'WAL KB',
  runsPerSecond: 'runs/s',
};
const figures = Object.keys(headings) as (keyof DurableCost)[];

const warmUpRuns = 20;
const turns = 5;
const runsPerTurn = 20;
const lockWaitRuns = 50;

/** The comparison of durable runs, as text, and the names of its broken bounds. */
export interface DurableComparison {
  readonly tables: readonly string[];
  readonly broken: readonly string[];
}

/** Costs of each side, by turn. In a turn all sides are measured one after the other. */
type Measured = Readonly<Record<string, readonly Partial<DurableCost>[]>>;

/** Measures the sides that some bounds name, in turns, so that a load peak of the machine affects all of them. */
export async function compareDurableRuns(bounds: readonly DurableBound[]): Promise<DurableComparison> {
  const named = new Set(bounds.flatMap(({ subject = 'shipmate', against }) => [subject, against]));
  const measured = await measureSides(Object.keys(sides).filter((name) => named.has(name)));
  const waits = bounds.some(({ figure }) => figure === 'lockWaits') ? await sampleLockWaits(lockWaitRuns) : undefined;
  const rows = bounds.map((bound) => {
    const { value, holds } =
      bound.figure === 'lockWaits' ? toWaitRow(bound, waits?.waits ?? NaN) : toRow(bound, measured);
    return { name: bound.name, holds, cells: [bound.name, ...value, limitOf(bound), answerOf(bound, holds)] };
  });
  return {
    tables: [
      toCostTable(measured),
      toMarkdownTable(
        ['', 'value', 'ratio', 'bound', 'holds'],
        rows.map(({ cells }) => cells),
      ),
      ...(waits
        ? [`Lock waits: ${waits.waits} in ${waits.samples} samples, ${waits.extensions} of them for the end of a file.`]
        : []),
    ],
    broken: rows.filter(({ holds }) => !holds).map(({ name }) => name),
  };
}

async function measureSides(names: readonly string[]): Promise<Measured> {
  await using stack = new AsyncDisposableStack();
  const opened: { readonly name: string; readonly side: DurableSide; readonly costs: Partial<DurableCost>[] }[] = [];
  for (const name of names) {
    const open = sides[name];
    if (open === undefined) throw new Error(`There is no side "${name}".`);
    const side = await open(stack);
    await side.measure(warmUpRuns);
    opened.push({ name, side, costs: [] });
  }
  for (let turn = 0; turn < turns; turn += 1) {
    for (const { side, costs } of opened) costs.push(await side.measure(runsPerTurn));
  }
  return Object.fromEntries(opened.map(({ name, costs }) => [name, costs]));
}

function toRow(
  { figure, subject = 'shipmate', against, max = Infinity, maxRatio = Infinity, minRatio = 0 }: DurableBound,
  measured: Measured,
): { readonly value: readonly string[]; readonly holds: boolean } {
  const key = figure as keyof DurableCost;
  const ours = measured[subject]?.map((cost) => cost[key] ?? NaN) ?? [];
  const value = median(ours);
  if (against === undefined) return { value: [value.toFixed(1), ''], holds: value <= max };
  const theirs = measured[against]?.map((cost) => cost[key] ?? NaN) ?? [];
  const ratio = median(ours.map((each, turn) => each / (theirs[turn] ?? NaN)));
  return { value: [value.toFixed(1), ratio.toFixed(2)], holds: ratio <= maxRatio && ratio >= minRatio };
}

function toWaitRow({ max = 0 }: DurableBound, waits: number) {
  return { value: [String(waits), ''], holds: waits <= max };
}

function answerOf(bound: DurableBound, holds: boolean): string {
  if (limitOf(bound) === '') return '';
  return holds ? 'yes' : 'NO';
}

function limitOf({ max, maxRatio, minRatio, against = '' }: DurableBound): string {
  if (max !== undefined) return `at most ${max}`;
  if (minRatio !== undefined) return `at least ${minRatio} × ${against}`;
  return maxRatio === undefined ? '' : `at most ${maxRatio} × ${against}`;
}

function toCostTable(measured: Measured): string {
  const rows = Object.entries(measured).map(([name, costs]) => [
    titles[name] ?? name,
    ...figures.map((figure) => {
      const values = costs.flatMap((cost) => cost[figure] ?? []);
      return values.length === 0 ? '' : median(values).toFixed(1);
    }),
  ]);
  return toMarkdownTable(['per run', ...figures.map((figure) => headings[figure])], rows);
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? NaN;
}
