import { formatYaml } from '@shipmate/domain/yaml';
import { exportRulesResponseSchema } from '@shipmate/protocol/web/rule-files';
import { defineCommand } from '../command.ts';
import { requestJson } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { jsonOption, printJson } from '../print-json.ts';

/** `shipmate rules export`: prints the rules of the organization as YAML. */
export const rulesExport = defineCommand({
  options: { json: jsonOption, ...connectionOptions },
  examples: [['rules export > rules.yaml', 'Save all rules in a file']],
  notes: connectionNotes,
  run: async ({ json, ...options }, context) => {
    const file = await withConnection(options, context, ({ web }) =>
      requestJson(web, { path: '/api/rules/export', response: exportRulesResponseSchema }),
    );
    if (json) printJson(context.terminal, file);
    else context.terminal.print(formatYaml(file).trimEnd());
  },
});
