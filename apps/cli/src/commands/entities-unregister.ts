import { defineCommand } from '../command.ts';
import { databaseEnvironmentSchema, readVariables } from '../env.ts';
import { dataDirOption, withDatabase } from '../with-database.ts';

/** `shipmate entities unregister`: removes an entity and the trigger of its table. */
export const entitiesUnregister = defineCommand({
  arguments: { table: { description: 'The table, such as billing.invoices.', required: true } },
  options: { 'data-dir': dataDirOption },
  examples: [['entities unregister billing.invoices', 'Stop to watch the invoices; the table stays']],
  notes: 'Without DATABASE_URL, stop "shipmate up" first.',
  run: async ({ table, ...options }, { terminal }) => {
    const environment = readVariables(databaseEnvironmentSchema, { SHIPMATE_DATA_DIR: options['data-dir'] });
    await withDatabase(environment, async ({ unitOfWork }) => {
      await unitOfWork.stores.entityRegistry.unregister(table);
      terminal.print(`Unregistered "${table}". Its rows stay; rules that watch it do nothing.`);
    });
  },
});
