import type { Terminal } from './terminal.ts';

/** The option of commands whose result programs read. */
export const jsonOption = { type: 'boolean', description: 'Print JSON.' } as const;

/** The option of commands whose result programs read while it arrives. */
export const jsonLinesOption = { type: 'boolean', description: 'Print one JSON object per line.' } as const;

/** Prints a result for programs. */
export function printJson(terminal: Pick<Terminal, 'print'>, value: unknown): void {
  terminal.print(JSON.stringify(value, null, 2));
}

/** Prints an event or an item for programs, on one line. */
export function printJsonLine(terminal: Pick<Terminal, 'print'>, value: unknown): void {
  terminal.print(JSON.stringify(value));
}
