import { ruleChangesResponseSchema } from '@shipmate/protocol/web/rule-files';
import { defineCommand } from '../command.ts';
import { requestJson } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { jsonOption, printJson } from '../print-json.ts';
import { fileArgument, fileOption, formatChanges, readRuleFile } from '../rule-file.ts';

/** `shipmate rules diff`: prints the changes that a file of rules would make. */
export const rulesDiff = defineCommand({
  arguments: { file: fileArgument },
  options: { file: fileOption, json: jsonOption, ...connectionOptions },
  examples: [['rules diff rules.yaml', 'Compare a file with the saved rules']],
  notes: connectionNotes,
  run: async ({ file, json, ...options }, context) => {
    const body = await readRuleFile(file);
    const result = await withConnection(options, context, ({ web }) =>
      requestJson(web, { path: '/api/rules/diff', body, response: ruleChangesResponseSchema }),
    );
    if (json) printJson(context.terminal, result);
    else for (const line of formatChanges(result)) context.terminal.print(line);
  },
});
