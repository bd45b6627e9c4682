// Prints how Shipmate compares with other implementations of the same work. With --check it fails if a bound is exceeded.
import { availableParallelism, cpus, loadavg } from 'node:os';
import {
  durableBounds,
  figureBounds,
  importBounds,
  loadBounds,
  ratioBounds,
  readerBounds,
  ruleBounds,
  tokenBounds,
  toolListBounds,
} from './bounds.ts';
import { compare, groupsIn } from './compare.ts';
import { compareDurableRuns } from './durable/compare-durable-runs.ts';
import { measureFigures } from './figures.ts';
import { toMarkdownTable } from './markdown-table.ts';
import { measureGroups, measureImport, measureReader } from './measure.ts';
import { measureToolLists, toToolListTable } from './mcp/tool-lists.ts';
import { measureMatching } from './rules/measure-matching.ts';
import { measureHostileLoad } from './hostile-load/measure-hostile-load.ts';
import { toDuration } from './to-duration.ts';
import { measureTokens, openCounters } from './tokens/measure-tokens.ts';
import { summaryHeader } from './tokens/token-table.ts';

const only = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? '';
const ratios = ratioBounds.filter(({ name }) => name.includes(only));
const readers = readerBounds.filter(({ name }) => name.includes(only));
const durable = durableBounds.filter(({ name }) => name.includes(only));
const figures = figureBounds.filter(({ name }) => name.includes(only));
const loads = loadBounds.filter(({ name }) => name.includes(only));
const rules = ruleBounds.filter(({ name }) => name.includes(only));
const tokens = tokenBounds.filter(({ name }) => name.includes(only));
const toolLists = toolListBounds.filter(({ name }) => name.includes(only));
const imports = importBounds.filter(({ name }) => `import ${name}`.includes(only));
const broken: string[] = [];

console.log(
  `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown CPU'}, ${availableParallelism()} cores, ` +
    `load ${loadavg()[0]?.toFixed(1)}. CPU time, garbage collection included.\n`,
);

const measured = await measureGroups(new Set(ratios.flatMap(groupsIn)));
const ratioRows = ratios.map((bound) => {
  const { name, maxRatio } = bound;
  const { ours, theirs } = compare(bound, measured);
  const holds = ours / theirs <= maxRatio;
  if (!holds) broken.push(name);
  const numbers = [toDuration(ours), toDuration(theirs), (ours / theirs).toFixed(3), String(maxRatio)];
  return [name, ...numbers, holds ? 'yes' : 'NO'];
});
if (ratios.length > 0)
  console.log(toMarkdownTable(['', 'time', 'against', 'ratio', 'bound', 'holds'], ratioRows), '\n');

const readerRows: string[][] = [];
for (const { name, source, against, maxKilobytes } of readers) {
  const [ours, theirs] = [await measureReader(source), await measureReader(against)];
  const holds = ours <= maxKilobytes;
  if (!holds) broken.push(name);
  readerRows.push([name, ours.toFixed(1), theirs.toFixed(1), String(maxKilobytes), holds ? 'yes' : 'NO']);
}
if (readers.length > 0) console.log(toMarkdownTable(['', 'KB', 'against, KB', 'bound', 'holds'], readerRows), '\n');

if (durable.length > 0) {
  const { tables, broken: exceeded } = await compareDurableRuns(durable);
  broken.push(...exceeded);
  for (const table of tables) console.log(table, '\n');
}

if (figures.length > 0) {
  const { table, broken: exceeded } = await measureFigures(figures);
  broken.push(...exceeded);
  console.log(table, '\n');
}

const loadRows: string[][] = [];
for (const { name, maxMillis, maxRatio, maxMegabytes } of loads) {
  const { idleP99, loadedP99, requests, refused, longestTurn, megabytes } = await measureHostileLoad();
  const holds = loadedP99 <= Math.min(maxMillis, maxRatio * idleP99) && megabytes <= maxMegabytes;
  if (!holds) broken.push(name);
  const numbers = [idleP99, loadedP99, longestTurn, megabytes].map((number) => number.toFixed(0));
  loadRows.push([
    name,
    ...numbers,
    String(requests),
    String(refused),
    `${maxMillis} ms, x${maxRatio}, ${maxMegabytes} MB`,
    holds ? 'yes' : 'NO',
  ]);
}
const loadHeadings = [
  '',
  'idle p99, ms',
  'p99, ms',
  'longest turn, CPU ms',
  'MB',
  'requests',
  'refused',
  'bound',
  'holds',
];
if (loads.length > 0) console.log(toMarkdownTable(loadHeadings, loadRows), '\n');

const ruleRows: string[][] = [];
for (const { name, engine, minPerSecond, maxGrowth } of rules) {
  const { eventsPerSecond, cpuMillis, matchMillis, matchMillisOfMany, lost } = await measureMatching(engine);
  const growth = matchMillisOfMany / matchMillis;
  const holds = eventsPerSecond >= minPerSecond && growth <= maxGrowth && lost === 0;
  if (!holds) broken.push(name);
  const numbers = [
    eventsPerSecond.toFixed(0),
    cpuMillis.toFixed(2),
    matchMillis.toFixed(2),
    growth.toFixed(2),
    String(lost),
  ];
  ruleRows.push([name, ...numbers, `${minPerSecond}/s, x${maxGrowth}`, holds ? 'yes' : 'NO']);
}
const ruleHeadings = ['', 'events/s', 'CPU ms', 'CPU ms to match', '1,000 rules to 100', 'lost', 'bound', 'holds'];
if (rules.length > 0) console.log(toMarkdownTable(ruleHeadings, ruleRows), '\n');

const counters = tokens.length > 0 ? await openCounters() : new Map();
const tokenRows: (readonly string[])[] = [];
for (const bound of tokens) {
  const { table, summary, saved, holds } = await measureTokens(bound, counters);
  tokenRows.push(summary);
  if (!holds) broken.push(bound.name);
  const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;
  console.log(`${table}\n`);
  console.log(
    `${bound.name}: ${percent(saved)} fewer, bound ${percent(bound.minSaved)}, ${holds ? 'holds' : 'BROKEN'}\n`,
  );
}

if (tokenRows.length > 0) console.log(toMarkdownTable(summaryHeader, tokenRows), '\n');

if (toolLists.length > 0) {
  const lists = await measureToolLists();
  console.log(toToolListTable(lists), '\n');
  for (const { name, query: wanted, maxTokens } of toolLists) {
    const { tokens: size = Infinity } = lists.find(({ query }) => query === wanted) ?? {};
    if (size > maxTokens) broken.push(name);
    console.log(`${name}: ${size} tokens, bound ${maxTokens}, ${size <= maxTokens ? 'holds' : 'BROKEN'}\n`);
  }
}

const importRows: string[][] = [];
for (const bound of imports) {
  const { name, maxCpuMillis, maxMillis, maxMegabytes } = bound;
  const { cpuMillis, wallMillis, megabytes } = await measureImport(bound);
  const costs = [
    { value: cpuMillis, maximum: maxCpuMillis, unit: 'ms of CPU' },
    { value: wallMillis, maximum: maxMillis, unit: 'ms' },
    { value: megabytes, maximum: maxMegabytes, unit: 'MB' },
  ];
  const holds = costs.every(({ value, maximum = Infinity }) => value <= maximum);
  if (!holds) broken.push(`import of ${name}`);
  const limits = costs.flatMap(({ maximum, unit }) => (maximum === undefined ? [] : [`${maximum} ${unit}`]));
  importRows.push([name, ...costs.map(({ value }) => value.toFixed(1)), limits.join(', '), holds ? 'yes' : 'NO']);
}
if (imports.length > 0) {
  const header = ['import, above zod unless it is named', 'ms of CPU', 'ms', 'MB', 'bound', 'holds'];
  console.log(toMarkdownTable(header, importRows), '\n');
}

for (const { name, what } of [
  ...ratios,
  ...readers,
  ...durable,
  ...figures,
  ...loads,
  ...rules,
  ...tokens,
  ...toolLists,
])
  console.log(`${name}: ${what}`);
if (broken.length > 0 && process.argv.includes('--check')) {
  console.error(`\nOver their bounds: ${broken.join('; ')}.`);
  process.exitCode = 1;
}
