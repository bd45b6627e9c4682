import { defineCommand } from '../command.ts';
import { readEnvironment } from '../env.ts';
import { seed } from '../seed.ts';
import { withDatabase } from '../with-database.ts';

/** `shipmate migrate`: migrates the database of an installation whose apps run as separate processes. */
export const migrate = defineCommand({
  name: 'migrate',
  summary: 'Bring the database to the current schema.',
  options: {
    seed: { type: 'boolean', description: 'Make the first user and a sample workspace when there are none.' },
    'data-dir': { type: 'string', placeholder: '<path>', description: 'Where data is kept without DATABASE_URL.' },
  },
  run: async (options, { terminal }) => {
    const environment = readEnvironment({ SHIPMATE_DATA_DIR: options['data-dir'] });
    await withDatabase(environment, async ({ unitOfWork }) => {
      terminal.print('The database is at the current schema.');
      if (!options.seed) return;
      const seeded = await seed(unitOfWork, environment.SHIPMATE_USER_EMAIL);
      terminal.print(
        seeded
          ? `Made the user ${environment.SHIPMATE_USER_EMAIL} and a sample workspace.`
          : `The user ${environment.SHIPMATE_USER_EMAIL} exists; nothing was seeded.`,
      );
    });
  },
});
