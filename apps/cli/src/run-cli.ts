import { AppError, type ErrorCode } from '@shipmate/core';
import { alignColumns, type CommandContext, type CommandEntry } from './command.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';

/** Runs the command that the arguments name and returns the exit code for the process. */
export async function runCli(
  commands: readonly CommandEntry[],
  args: readonly string[],
  context: CommandContext,
): Promise<ExitCode> {
  const { terminal } = context;
  const entry = commands.find(({ name }) => name.split(' ').every((word, index) => args[index] === word));
  const asksForHelp = args.length === 0 || args.includes('--help') || args.includes('-h');
  if (!entry) {
    const group = commands.filter(({ name }) => name.startsWith(`${args[0]} `));
    const isGroup = group.length > 0 && (args[1] === undefined || args[1].startsWith('-'));
    const isFound = asksForHelp || (isGroup && args.length === 1);
    if (!isFound) terminal.warn(`Command "${args.join(' ')}" not found.\n`);
    terminal[isFound ? 'print' : 'warn'](toOverview(group.length > 0 ? group : commands));
    return isFound ? exitCodes.success : exitCodes.usage;
  }
  const command = await entry.load();
  if (asksForHelp) {
    terminal.print(command.help(entry));
    return exitCodes.success;
  }
  try {
    return (await command.run(args.slice(entry.name.split(' ').length), context)) ?? exitCodes.success;
  } catch (thrown) {
    return report(thrown, { help: command.help(entry), name: entry.name, isJson: args.includes('--json'), context });
  }
}

/** Exit codes of errors that are not {@link exitCodes.failure}. */
const exitCodeOf: Partial<Record<ErrorCode, ExitCode>> = {
  APPROVAL_REQUIRED: exitCodes.undecided,
  ABORTED: exitCodes.interrupted,
};

interface Reporting {
  readonly help: string;
  /** The name of the command. */
  readonly name: string;
  readonly isJson: boolean;
  readonly context: CommandContext;
}

function report(thrown: unknown, { help, name, isJson, context: { terminal } }: Reporting): ExitCode {
  if (AppError.isInstance(thrown)) {
    const { code, message, details } = thrown;
    terminal.warn(
      isJson ? JSON.stringify({ error: { code, message, ...(details !== undefined && { details }) } }) : message,
    );
    return exitCodeOf[code] ?? exitCodes.failure;
  }
  if (isUsageError(thrown)) {
    // The whole help would push the error off the screen.
    const [usage] = help.split('\n', 1);
    terminal.warn(
      isJson
        ? JSON.stringify({ error: { code: usageCode, message: thrown.message } })
        : `${thrown.message}\n\n${usage}\nRun "shipmate ${name} --help" for its arguments, options and examples.`,
    );
    return exitCodes.usage;
  }
  throw thrown;
}

const usageCode: ErrorCode = 'VALIDATION_ERROR';

function isUsageError(thrown: unknown): thrown is TypeError & { code: string } {
  return (
    thrown instanceof TypeError &&
    'code' in thrown &&
    typeof thrown.code === 'string' &&
    thrown.code.startsWith('ERR_PARSE_ARGS_')
  );
}

function toOverview(commands: readonly CommandEntry[]): string {
  return [
    'Usage: shipmate <command> [options]\n',
    'Commands:',
    alignColumns(commands.map(({ name, summary }) => [name, summary])),
    '\nRun `shipmate <command> --help` for the options of a command.',
  ].join('\n');
}
