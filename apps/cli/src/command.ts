import { parseArgs } from 'node:util';
import { takeFields, type Fields } from './command-fields.ts';
import type { ExitCode } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';

/** An option of a command, as `util.parseArgs` takes it, with its description for the help. */
export interface CommandOption {
  readonly type: 'string' | 'boolean';
  readonly description: string;
  /** A letter that names the option after one hyphen. */
  readonly short?: string;
  /** The placeholder of the value in the help, for example `<port>`. */
  readonly placeholder?: string;
  /** The values that a shell completes. */
  readonly choices?: readonly string[];
}

/** A word of the command line without a name. Arguments are given in the order of their declaration. */
interface CommandArgument {
  readonly description: string;
  readonly required?: boolean;
  /** Joins all remaining words with spaces, so that a sentence needs no quotes. */
  readonly sentence?: boolean;
}

type Options = { readonly [name: string]: CommandOption };
type Arguments = { readonly [name: string]: CommandArgument };

/** Values of the options on the command line; an omitted option is absent. */
type OptionValues<Declared extends Options> = {
  readonly [Name in keyof Declared]?: Declared[Name]['type'] extends 'string' ? string : boolean;
};

/** Values of the arguments; only a required one is always present. */
type ArgumentValues<Declared extends Arguments> = {
  readonly [Name in keyof Declared as Declared[Name]['required'] extends true ? Name : never]: string;
} & {
  readonly [Name in keyof Declared as Declared[Name]['required'] extends true ? never : Name]?: string;
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
  readonly options: Options;
  /** Returns its help, which begins with the name and the summary of its entry. */
  help(entry: Pick<CommandEntry, 'name' | 'summary'>): string;
  /**
   * Returns the exit code unless it is that of success.
   *
   * @throws AppError for a failure that the user can fix; a `TypeError` of `util.parseArgs` for a wrong command line.
   */
  run(args: readonly string[], context: CommandContext): Promise<ExitCode | undefined>;
}

interface CommandDefinition<DeclaredOptions extends Options, DeclaredArguments extends Arguments> {
  readonly arguments?: DeclaredArguments;
  readonly options: DeclaredOptions;
  /** Accepts options that are not declared, as the fields of an input. */
  readonly acceptsFields?: boolean;
  /** Command lines without the name of the program, each with its purpose. */
  readonly examples?: readonly (readonly [commandLine: string, purpose: string])[];
  /** Text below the options in the help. */
  readonly notes?: string;
  run(
    values: OptionValues<DeclaredOptions> & ArgumentValues<DeclaredArguments>,
    context: CommandContext & { readonly fields: Fields },
  ): Promise<ExitCode | void>;
}

/** Declares a command and generates its help from its arguments, options and examples. */
export function defineCommand<
  const DeclaredOptions extends Options,
  const DeclaredArguments extends Arguments = Readonly<Record<never, CommandArgument>>,
>(definition: CommandDefinition<DeclaredOptions, DeclaredArguments>): Command {
  const { options, arguments: declared = {} as DeclaredArguments, acceptsFields = false } = definition;
  return {
    options,
    help: (entry) => toHelp(entry, definition),
    run: async (args, context) => {
      const { own, fields } = acceptsFields ? takeFields(args, options) : { own: [...args], fields: new Map() };
      const { values, positionals } = parseOptions(own, options);
      const given = { ...values, ...toArgumentValues(declared, positionals) };
      const exitCode = await definition.run(
        given as unknown as OptionValues<DeclaredOptions> & ArgumentValues<DeclaredArguments>,
        { ...context, fields },
      );
      return exitCode ?? undefined;
    },
  };
}

function parseOptions(args: string[], options: Options) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (thrown) {
    // Node's message goes on about arguments that begin with a hyphen.
    const [, unknown] = /^Unknown option '(-[^']+)'/.exec(thrown instanceof Error ? thrown.message : '') ?? [];
    if (unknown === undefined) throw thrown;
    const word = unknown.replace(/^-+/, '').toLowerCase();
    const similar = Object.keys(options).filter((name) => name.startsWith(word.slice(0, 2)));
    const hint = similar.length === 0 ? '' : ` Did you mean ${similar.map((name) => `--${name}`).join(' or ')}?`;
    throw new UsageError(`Unknown option "${unknown}".${hint}`, { cause: thrown });
  }
}

function toArgumentValues(declared: Arguments, words: readonly string[]): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  let taken = 0;
  for (const [name, { required = false, sentence = false }] of Object.entries(declared)) {
    const own = sentence ? words.slice(taken) : words.slice(taken, taken + 1);
    if (own.length === 0 && required) throw new UsageError(`Argument <${name}> is missing.`);
    if (own.length > 0) values[name] = own.join(' ');
    taken += own.length;
  }
  const extra = words[taken];
  if (extra !== undefined) throw new UsageError(`Unexpected argument "${extra}".`);
  return values;
}

/** A wrong command line; the usage of the command is printed below it. */
class UsageError extends TypeError {
  readonly code = 'ERR_PARSE_ARGS_COMMAND_LINE';
}

function toHelp(
  { name, summary }: Pick<CommandEntry, 'name' | 'summary'>,
  {
    arguments: declared = {},
    options,
    notes,
    examples = [],
    acceptsFields = false,
  }: CommandDefinition<Options, Arguments>,
): string {
  const words = Object.entries(declared).map(([argument, { required }]) =>
    required ? `<${argument}>` : `[${argument}]`,
  );
  const rows = Object.entries(options).map(([option, { short, placeholder, description }]) => [
    `${short ? `-${short}, ` : ''}--${option}${placeholder ? ` ${placeholder}` : ''}`,
    description,
  ]);
  const fields = acceptsFields ? [['--<field> <value>', 'A field of the input; repeat it for a list.']] : [];
  const parameters = Object.entries(declared).map(([argument, { description }]) => [`<${argument}>`, description]);
  const usage = ['Usage: shipmate', name, ...words, ...(rows.length + fields.length > 0 ? ['[options]'] : [])].join(
    ' ',
  );
  return [
    usage,
    `\n${summary}\n`,
    ...(parameters.length > 0 ? ['Arguments:', `${alignColumns(parameters)}\n`] : []),
    'Options:',
    alignColumns([...fields, ...rows, ['-h, --help', 'Show this help.']]),
    ...(examples.length > 0 ? ['\nExamples:', ...examples.map(toExampleText)] : []),
    ...(notes ? [`\n${notes}`] : []),
  ].join('\n');
}

function toExampleText([commandLine, purpose]: readonly [string, string]): string {
  return `  # ${purpose}\n  shipmate ${commandLine}`;
}

/** Formats rows, all columns but the last one aligned. */
export function alignColumns(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(0, ...rows.map((row) => row.length - 1));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd((widths[column] ?? -2) + 2)).join('')}`.trimEnd())
    .join('\n');
}
