#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { commands } from './commands.ts';
import { exitCodes } from './exit-codes.ts';
import { runCli } from './run-cli.ts';
import { createProcessTerminal } from './terminal.ts';

// The modules of a command are imported when it runs, and compiled once for all starts of this version.
enableCompileCache();
for (const output of [process.stdout, process.stderr]) {
  output.on('error', (error: NodeJS.ErrnoException) => {
    // A closed terminal: SIGHUP ends the command.
    if (error.code === 'EIO') return;
    if (error.code !== 'EPIPE') throw error;
    // A reader such as `head` has seen enough: other programs end by a signal then, which Node ignores.
    process.exit(exitCodes.closedPipe);
  });
}
process.exitCode = await runCli(commands, process.argv.slice(2), { terminal: createProcessTerminal(process) });
