#!/usr/bin/env node
import { doctor } from './commands/doctor.ts';
import { jobsDead } from './commands/jobs-dead.ts';
import { jobsList } from './commands/jobs-list.ts';
import { jobsRequeue } from './commands/jobs-requeue.ts';
import { migrate } from './commands/migrate.ts';
import { quotaSet } from './commands/quota-set.ts';
import { respond } from './commands/respond.ts';
import { tokenCreate } from './commands/token-create.ts';
import { up } from './commands/up.ts';
import { runCli } from './run-cli.ts';
import { processTerminal } from './terminal.ts';

process.exitCode = await runCli(
  [up, respond, migrate, tokenCreate, quotaSet, jobsList, jobsDead, jobsRequeue, doctor],
  process.argv.slice(2),
  {
    terminal: processTerminal,
  },
);
