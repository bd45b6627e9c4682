import { defineCommand } from '../command.ts';

/** `shipmate web`: runs web alone until SIGINT or SIGTERM. */
export const web = defineCommand({
  options: {},
  notes:
    'It reads its settings from environment variables and logs to standard output. It needs DATABASE_URL, and a worker on the same database.',
  run: async () => (await import('@shipmate/web/serve')).serve(),
});
