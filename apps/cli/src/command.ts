import { parseArgs } from 'node:util';
import type { Terminal } from './terminal.ts';

/** An option of a command, as `util.parseArgs` takes it, with its description for the help. */
interface CommandOption {
  readonly type: 'string' | 'boolean';
  readonly description: string;
  /** The placeholder of the value in the help, for example `<port>`. */
  readonly placeholder?: string;
}

type Options = { readonly [name: string]: CommandOption };

/** Values of the options on the command line; an omitted option is absent. */
type OptionValues<Declared extends Options> = {
  readonly [Name in keyof Declared]?: Declared[Name]['type'] extends 'string' ? string : boolean;
};

/** Resources of a command besides its options. */
export interface CommandContext {
  readonly terminal: Terminal;
}

/** An entry of the list of commands, which is read without importing any command. */
export interface CommandEntry {
  /** One or two words: `up`, `token create`. */
  readonly name: string;
  readonly summary: string;
  /** Imports the command. */
  readonly load: () => Promise<Command>;
}

/** A command of `shipmate`. */
interface Command {
  /** Returns its help, which begins with the name and the summary of its entry. */
  help(entry: Pick<CommandEntry, 'name' | 'summary'>): string;
  /** @throws AppError for a failure that the user can fix; a `TypeError` of `util.parseArgs` for unknown options. */
  run(args: readonly string[], context: CommandContext): Promise<void>;
}

/** Declares a command and generates its help from its options. */
export function defineCommand<const Declared extends Options>(definition: {
  readonly options: Declared;
  /** Text below the options in the help. */
  readonly notes?: string;
  run(values: OptionValues<Declared>, context: CommandContext): Promise<void>;
}): Command {
  return {
    help: (entry) => toHelp({ ...entry, ...definition }),
    run: async (args, context) => {
      const { values } = parseArgs({ args: [...args], options: definition.options, allowPositionals: false });
      await definition.run(values as OptionValues<Declared>, context);
    },
  };
}

function toHelp(definition: { name: string; summary: string; options: Options; notes?: string }): string {
  const rows = Object.entries(definition.options).map(([name, { placeholder, description }]) => [
    `--${name}${placeholder ? ` ${placeholder}` : ''}`,
    description,
  ]);
  return [
    `Usage: shipmate ${definition.name}${rows.length > 0 ? ' [options]' : ''}`,
    `\n${definition.summary}\n`,
    'Options:',
    alignColumns([...rows, ['-h, --help', 'Show this help.']]),
    ...(definition.notes ? [`\n${definition.notes}`] : []),
  ].join('\n');
}

/** Formats rows of two columns, the second one aligned. */
export function alignColumns(rows: readonly (readonly string[])[]): string {
  const width = Math.max(...rows.map(([first = '']) => first.length)) + 2;
  return rows.map(([first = '', second = '']) => `  ${first.padEnd(width)}${second}`.trimEnd()).join('\n');
}
