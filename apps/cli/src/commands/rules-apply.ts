import { ruleChangesResponseSchema } from '@shipmate/protocol/web/rule-files';
import { defineCommand } from '../command.ts';
import { requestJson } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { jsonOption, printJson } from '../print-json.ts';
import { fileArgument, fileOption, formatChanges, readRuleFile } from '../rule-file.ts';

/** `shipmate rules apply`: saves the rules of a file. */
export const rulesApply = defineCommand({
  arguments: { file: fileArgument },
  options: {
    file: fileOption,
    yes: { type: 'boolean', description: 'Save the rules. Without it, the changes are only shown.' },
    json: jsonOption,
    ...connectionOptions,
  },
  examples: [['rules apply rules.yaml --yes', 'Save the rules of a file']],
  notes: `A token needs the scope workflow:write. All rules of the file are saved, or none.\n${connectionNotes}`,
  run: async ({ file, yes = false, json, ...options }, context) => {
    const { terminal } = context;
    const body = await readRuleFile(file);
    const response = ruleChangesResponseSchema;
    const result = await withConnection(options, context, async ({ web }) => {
      const compared = await requestJson(web, { path: '/api/rules/diff', body, response });
      if (!yes) return compared;
      const baseRevisions = Object.fromEntries(
        compared.changes.flatMap(({ ruleId, baseRevision }) => (baseRevision === null ? [] : [[ruleId, baseRevision]])),
      );
      return requestJson(web, { path: '/api/rules/apply', body: { ...body, baseRevisions }, response });
    });
    if (json) printJson(terminal, { ...result, isApplied: yes });
    else for (const line of formatChanges(result)) terminal.print(line);
    terminal.warn(yes ? 'Saved.' : 'Nothing was saved. Add --yes to save.');
  },
});
