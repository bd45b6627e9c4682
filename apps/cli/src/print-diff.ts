import type { LineStyle } from './terminal.ts';

const styles: readonly (readonly [prefix: string, style: LineStyle])[] = [
  ['#', 'bold'],
  ['+++', 'bold'],
  ['---', 'bold'],
  ['@@', 'cyan'],
  ['+', 'green'],
  ['-', 'red'],
];

/** Prints a unified diff, or the preview of a dry run: headings that begin with `#`, and diffs. */
export function printDiff(print: (line: string, style?: LineStyle) => void, diff: string): void {
  for (const line of diff.replace(/\n$/, '').split('\n')) {
    print(line, styles.find(([prefix]) => line.startsWith(prefix))?.[1]);
  }
}
