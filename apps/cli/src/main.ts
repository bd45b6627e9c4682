#!/usr/bin/env node
import { migrate } from './commands/migrate.ts';
import { tokenCreate } from './commands/token-create.ts';
import { up } from './commands/up.ts';
import { runCli } from './run-cli.ts';
import { processTerminal } from './terminal.ts';

process.exitCode = await runCli([up, migrate, tokenCreate], process.argv.slice(2), { terminal: processTerminal });
