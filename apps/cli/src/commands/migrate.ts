import { defineCommand } from '../command.ts';
import { databaseEnvironmentSchema, readVariables } from '../env.ts';
import { seed } from '../seed.ts';
import { withDatabase } from '../with-database.ts';

/** `shipmate migrate`: migrates the database of an installation whose apps run as separate processes. */
export const migrate = defineCommand({
  options: {
    seed: { type: 'boolean', description: 'Create the first user and a sample workspace if there are none.' },
    'data-dir': {
      type: 'string',
      placeholder: '<path>',
      description: 'The data directory, used without DATABASE_URL.',
    },
  },
  run: async (options, { terminal }) => {
    const environment = readVariables(databaseEnvironmentSchema, { SHIPMATE_DATA_DIR: options['data-dir'] });
    await withDatabase(environment, async ({ unitOfWork }) => {
      terminal.print('The database is at the current schema.');
      if (!options.seed) return;
      const seeded = await seed(unitOfWork, environment.SHIPMATE_USER_EMAIL);
      terminal.print(
        seeded
          ? `Created the user ${environment.SHIPMATE_USER_EMAIL} and a sample workspace.`
          : `The user ${environment.SHIPMATE_USER_EMAIL} exists; nothing was seeded.`,
      );
    });
  },
});
