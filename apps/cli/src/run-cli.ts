import { AppError } from '@shipmate/core';
import { alignColumns, type Command, type CommandContext } from './command.ts';

/** The exit codes of `shipmate`. */
export const exitCodes = { success: 0, failure: 1, usage: 2 } as const;
type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Runs the command that the arguments name and returns the exit code for the process. */
export async function runCli(
  commands: readonly Command[],
  args: readonly string[],
  context: CommandContext,
): Promise<ExitCode> {
  const { terminal } = context;
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => args[index] === word));
  const asksForHelp = args.length === 0 || args.includes('--help') || args.includes('-h');
  if (!command) {
    if (!asksForHelp) terminal.warn(`Command "${args.join(' ')}" not found.\n`);
    terminal[asksForHelp ? 'print' : 'warn'](toOverview(commands));
    return asksForHelp ? exitCodes.success : exitCodes.usage;
  }
  if (asksForHelp) {
    terminal.print(command.help);
    return exitCodes.success;
  }
  try {
    await command.run(args.slice(command.name.split(' ').length), context);
    return exitCodes.success;
  } catch (thrown) {
    return report(thrown, command, context);
  }
}

function report(thrown: unknown, command: Command, { terminal }: CommandContext): ExitCode {
  if (AppError.isInstance(thrown)) {
    terminal.warn(thrown.message);
    return exitCodes.failure;
  }
  if (isUsageError(thrown)) {
    terminal.warn(`${thrown.message}\n\n${command.help}`);
    return exitCodes.usage;
  }
  throw thrown;
}

function isUsageError(thrown: unknown): thrown is TypeError & { code: string } {
  return (
    thrown instanceof TypeError &&
    'code' in thrown &&
    typeof thrown.code === 'string' &&
    thrown.code.startsWith('ERR_PARSE_ARGS_')
  );
}

function toOverview(commands: readonly Command[]): string {
  return [
    'Usage: shipmate <command> [options]\n',
    'Commands:',
    alignColumns(commands.map(({ name, summary }) => [name, summary])),
    '\nRun `shipmate <command> --help` for the options of a command.',
  ].join('\n');
}
