import { defineCommand } from '../command.ts';
import { jsonOption, printJson } from '../print-json.ts';
import { databaseEnvironmentSchema, readVariables } from '../env.ts';
import { seed } from '../seed.ts';
import { withNewDatabase } from '../with-database.ts';

/** `shipmate migrate`: migrates the database of an installation whose apps run as separate processes. */
export const migrate = defineCommand({
  options: {
    seed: { type: 'boolean', description: 'Create the first user and a sample workspace if there are none.' },
    json: jsonOption,
    'data-dir': {
      type: 'string',
      placeholder: '<path>',
      description: 'The data directory, used without DATABASE_URL.',
    },
  },
  examples: [['migrate --seed', 'Create the tables and the first user']],
  run: async (options, { terminal }) => {
    const environment = readVariables(databaseEnvironmentSchema, { SHIPMATE_DATA_DIR: options['data-dir'] });
    await withNewDatabase(environment, async ({ unitOfWork }) => {
      const user = environment.SHIPMATE_USER_EMAIL;
      const isSeeded = options.seed ? await seed(unitOfWork, user) : undefined;
      if (options.json) return printJson(terminal, { isCurrent: true, isSeeded: isSeeded ?? false, user });
      terminal.print('The database is at the current schema.');
      if (isSeeded === undefined) return;
      terminal.print(
        isSeeded ? `Created the user ${user} and a sample workspace.` : `The user ${user} exists; nothing was seeded.`,
      );
    });
  },
});
