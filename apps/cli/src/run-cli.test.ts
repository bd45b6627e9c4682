import { AppError } from '@shipmate/core';
import { expect, it } from 'vitest';
import { defineCommand } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import { runCli } from './run-cli.ts';
import type { Terminal } from './terminal.ts';

async function run(...args: readonly string[]) {
  const printed: string[] = [];
  const warned: string[] = [];
  const seen: unknown[] = [];
  const sail = defineCommand({
    options: {
      to: { type: 'string', placeholder: '<port>', description: 'Where to.' },
      fast: { type: 'boolean', description: 'Hurry.' },
    },
    run: async (values) => {
      if (values.to === 'atlantis') throw new AppError({ code: 'NOT_FOUND', message: 'There is no Atlantis.' });
      seen.push({ ...values });
    },
  });
  const terminal: Terminal = {
    print: (line) => void printed.push(line),
    warn: (line) => void warned.push(line),
    write: () => undefined,
    isInteractive: false,
    isResultShown: false,
    ask: () => Promise.resolve(undefined),
    readInput: () => Promise.resolve(''),
  };
  const exitCode = await runCli([{ name: 'ship sail', summary: 'Sail.', load: async () => sail }], args, { terminal });
  return { exitCode, printed: printed.join('\n'), warned: warned.join('\n'), seen };
}

it('runCli runs the command that the words name, with its options', async () => {
  expect(await run('ship', 'sail', '--to', 'oslo', '--fast')).toEqual({
    exitCode: exitCodes.success,
    printed: '',
    warned: '',
    seen: [{ to: 'oslo', fast: true }],
  });
});

it.each([[], ['--help'], ['-h']])('runCli prints the list of commands for %j', async (...args) => {
  const { exitCode, printed } = await run(...args);
  expect(exitCode).toBe(exitCodes.success);
  expect(printed).toMatch(/ship sail\s+Sail\./);
});

it('runCli prints the help that is generated from the options of a command', async () => {
  const { exitCode, printed, seen } = await run('ship', 'sail', '--help');
  expect(exitCode).toBe(exitCodes.success);
  expect(printed).toContain('Usage: shipmate ship sail [options]');
  expect(printed).toMatch(/--to <port>\s+Where to\./);
  expect(printed).toMatch(/--fast\s+Hurry\./);
  expect(seen).toEqual([]);
});

it('runCli names a similar option, and prints the usage in two lines', async () => {
  const { warned } = await run('ship', 'sail', '--fats');
  expect(warned).toBe(
    'Unknown option "--fats". Did you mean --fast?\n\nUsage: shipmate ship sail [options]\n' +
      'Run "shipmate ship sail --help" for its arguments, options and examples.',
  );
  expect((await run('ship', 'sail', '-x')).warned).toMatch(/^Unknown option "-x"\.\n/);
});

it.each([
  { args: ['fly'], says: 'Command "fly" not found.' },
  { args: ['ship', 'fly'], says: 'Command "ship fly" not found.' },
  { args: ['ship', 'sail', '--speed', '9'], says: '--speed' },
  { args: ['ship', 'sail', 'oslo'], says: 'oslo' },
  { args: ['ship', 'sail', '--to'], says: '--to' },
])('runCli prints the usage on standard error for the usage error $args', async ({ args, says }) => {
  const { exitCode, printed, warned, seen } = await run(...args);
  expect(exitCode).toBe(exitCodes.usage);
  expect(printed).toBe('');
  expect(warned).toContain(says);
  expect(warned).toContain('Usage: shipmate');
  expect(seen).toEqual([]);
});

it('runCli prints one line for an AppError', async () => {
  const { exitCode, warned } = await run('ship', 'sail', '--to', 'atlantis');
  expect(exitCode).toBe(exitCodes.failure);
  expect(warned).toBe('There is no Atlantis.');
});

it('runCli lists the commands of a group that is named without a command', async () => {
  expect(await run('ship')).toMatchObject({
    exitCode: exitCodes.success,
    printed: expect.stringContaining('ship sail'),
  });
});
