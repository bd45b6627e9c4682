import { AppError } from '@shipmate/core';
import { alignColumns, type CommandContext, type CommandEntry } from './command.ts';

/** The exit codes of `shipmate`. */
export const exitCodes = { success: 0, failure: 1, usage: 2 } as const;
type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

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
    if (!asksForHelp) terminal.warn(`Command "${args.join(' ')}" not found.\n`);
    terminal[asksForHelp ? 'print' : 'warn'](toOverview(commands));
    return asksForHelp ? exitCodes.success : exitCodes.usage;
  }
  const command = await entry.load();
  if (asksForHelp) {
    terminal.print(command.help(entry));
    return exitCodes.success;
  }
  try {
    await command.run(args.slice(entry.name.split(' ').length), context);
    return exitCodes.success;
  } catch (thrown) {
    return report(thrown, command.help(entry), context);
  }
}

function report(thrown: unknown, help: string, { terminal }: CommandContext): ExitCode {
  if (AppError.isInstance(thrown)) {
    terminal.warn(thrown.message);
    return exitCodes.failure;
  }
  if (isUsageError(thrown)) {
    terminal.warn(`${thrown.message}\n\n${help}`);
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

function toOverview(commands: readonly CommandEntry[]): string {
  return [
    'Usage: shipmate <command> [options]\n',
    'Commands:',
    alignColumns(commands.map(({ name, summary }) => [name, summary])),
    '\nRun `shipmate <command> --help` for the options of a command.',
  ].join('\n');
}
