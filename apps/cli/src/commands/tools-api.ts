import { defineCommand } from '../command.ts';

/** `shipmate tools-api`: runs tools-api alone until SIGINT or SIGTERM. */
export const toolsApi = defineCommand({
  options: {},
  notes: 'It reads its settings from environment variables and logs to standard output. It needs DATABASE_URL.',
  run: async () => (await import('@shipmate/tools-api/serve')).serve(),
});
