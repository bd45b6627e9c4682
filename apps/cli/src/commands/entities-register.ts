import { defineCommand } from '../command.ts';
import { databaseEnvironmentSchema, readVariables } from '../env.ts';
import { jsonOption, printJson } from '../print-json.ts';
import { dataDirOption, withDatabase } from '../with-database.ts';

/** `shipmate entities register`: makes a table of the database an entity that rules watch. */
export const entitiesRegister = defineCommand({
  arguments: { table: { description: 'The table, such as billing.invoices.', required: true } },
  options: {
    key: {
      type: 'string',
      placeholder: '<column>',
      description: 'The column that identifies a row of an organization. Default "id".',
    },
    description: { type: 'string', placeholder: '<text>', description: 'Tells people and agents about the rows.' },
    'read-only': { type: 'boolean', description: 'Rules and tools read the rows and never write them.' },
    json: jsonOption,
    'data-dir': dataDirOption,
  },
  examples: [['entities register billing.invoices --key number', 'Let rules watch the invoices']],
  notes:
    'Run it again after the table has changed, to read its columns again. The table needs a column "organization_id" of type uuid and a unique key. The command installs a trigger, for which the user of the\n' +
    'database has to own the table. Without DATABASE_URL, stop "shipmate up" first.',
  run: async ({ table, key = 'id', description, json, ...options }, { terminal }) => {
    const environment = readVariables(databaseEnvironmentSchema, { SHIPMATE_DATA_DIR: options['data-dir'] });
    await withDatabase(environment, async ({ unitOfWork }) => {
      const { entity, leftOut } = await unitOfWork.stores.entityRegistry.register({
        table,
        key,
        ...(description !== undefined && { description }),
        readOnly: options['read-only'] === true,
      });
      if (json) return printJson(terminal, { entity, leftOut });
      terminal.print(`Registered "${entity.name}" with ${entity.fields.length} fields. Rules can watch it now.`);
      if (leftOut.length > 0) terminal.print(`Left out, as rules cannot read their types: ${leftOut.join(', ')}.`);
    });
  },
});
