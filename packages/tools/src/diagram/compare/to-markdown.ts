import type { SnapshotComparison } from './compare-snapshots.ts';

const shownRows = 20;

/** Returns a comparison as Markdown for a pull request; `mermaid` is a picture of it. */
export function toMarkdown(comparison: SnapshotComparison, mermaid?: string): string {
  const { base, head, added, removed, changed, moved, addedEdges, removedEdges } = comparison;
  const { addedDependencies, addedCycles } = comparison;
  const toEdge = ({ from, to, evidence }: SnapshotComparison['addedEdges'][number]) =>
    `${toCode(from)} → ${toCode(to)} (line ${evidence.line})`;
  const sections = [
    section(
      'New dependencies',
      addedDependencies,
      ({ from, to, evidence }) => `${toCode(from)} → ${toCode(to)}, by ${toCode(`${evidence.path}:${evidence.line}`)}`,
    ),
    section('New import cycles', addedCycles, (paths) => paths.slice(0, shownRows).map(toCode).join(' → ')),
    section('Imports added', addedEdges, toEdge),
    section('Imports removed', removedEdges, toEdge),
    section('Files added', added, toCode),
    section('Files removed', removed, toCode),
    section('Files moved', moved, ({ from, to }) => `${toCode(from)} → ${toCode(to)}`),
  ].filter((each) => each !== '');
  const counts = [
    count(added, 'added'),
    count(removed, 'removed'),
    count(moved, 'moved'),
    count(changed, 'changed'),
  ].join(', ');
  const head7 = `${toCode(base.slice(0, 7))} to ${toCode(head.slice(0, 7))}`;
  return [
    '## Code map',
    `From ${head7}: files ${counts}; imports ${addedEdges.length} added, ${removedEdges.length} removed.`,
    ...(mermaid === undefined ? [] : [`\`\`\`mermaid\n${mermaid.trimEnd()}\n\`\`\``]),
    ...sections,
    '',
  ].join('\n\n');
}

function count(all: readonly unknown[], name: string): string {
  return `${all.length} ${name}`;
}

function section<Row>(title: string, rows: readonly Row[], toText: (row: Row) => string): string {
  if (rows.length === 0) return '';
  const more = rows.length > shownRows ? [`- and ${rows.length - shownRows} more`] : [];
  return [`### ${title}`, '', ...rows.slice(0, shownRows).map((row) => `- ${toText(row)}`), ...more].join('\n');
}

/** Text as inline code, whatever characters it has. */
function toCode(text: string): string {
  const clean = text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ');
  const longest = Math.max(0, ...[...clean.matchAll(/`+/gu)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const space = longest > 0 || clean.startsWith(' ') ? ' ' : '';
  return `${fence}${space}${clean}${space}${fence}`;
}
