#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { commands } from './commands.ts';
import { runCli } from './run-cli.ts';
import { createProcessTerminal } from './terminal.ts';

// The modules of a command are imported when it runs, and compiled once for all starts of this version.
enableCompileCache();
process.exitCode = await runCli(commands, process.argv.slice(2), { terminal: createProcessTerminal(process) });
