import { alignColumns, defineCommand } from '../command.ts';
import { databaseEnvironmentSchema, readVariables } from '../env.ts';
import { jsonOption, printJson } from '../print-json.ts';
import { dataDirOption, withDatabase } from '../with-database.ts';

/** `shipmate entities list`: lists the registered tables. */
export const entitiesList = defineCommand({
  options: { json: jsonOption, 'data-dir': dataDirOption },
  examples: [['entities list', 'List the tables that were registered']],
  notes: 'Without DATABASE_URL, stop "shipmate up" first.',
  run: async ({ json, ...options }, { terminal }) => {
    const environment = readVariables(databaseEnvironmentSchema, { SHIPMATE_DATA_DIR: options['data-dir'] });
    await withDatabase(environment, async ({ unitOfWork }) => {
      const entities = await unitOfWork.stores.entityRegistry.list();
      if (json) return printJson(terminal, { entities });
      const rows = entities.map(({ name, key, fields }) => [name, `key ${key}`, `${fields.length} fields`]);
      terminal.print(
        rows.length === 0
          ? 'No tables registered. Register one with "shipmate entities register".'
          : alignColumns(rows),
      );
    });
  },
});
