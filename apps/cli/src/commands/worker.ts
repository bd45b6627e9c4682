import { defineCommand } from '../command.ts';

/** `shipmate worker`: runs a worker alone until SIGINT or SIGTERM. */
export const worker = defineCommand({
  options: {},
  notes:
    'It reads its settings from environment variables and logs to standard output. It needs DATABASE_URL. Any number of workers share a database.',
  run: async () => (await import('@shipmate/worker/serve')).serve(),
});
