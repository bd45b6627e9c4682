import { ruleChangesResponseSchema } from '@shipmate/protocol/web/rule-files';
import { callWeb, tokenNote, urlOption } from '../call-web.ts';
import { defineCommand } from '../command.ts';
import { fileOption, formatChanges, jsonOption, readRuleFile } from '../rule-file.ts';

/** `shipmate rules apply`: saves the rules of a file. */
export const rulesApply = defineCommand({
  options: {
    file: fileOption,
    yes: { type: 'boolean', description: 'Save the rules. Without it, the changes are only shown.' },
    json: jsonOption,
    url: urlOption,
  },
  notes: `${tokenNote} It needs the scope workflow:write. All rules of the file are saved, or none.`,
  run: async ({ file, yes = false, json, url }, { terminal }) => {
    const body = await readRuleFile(file);
    const response = ruleChangesResponseSchema;
    const compared = await callWeb({ url, path: '/api/rules/diff', body, response });
    const baseRevisions = Object.fromEntries(
      compared.changes.flatMap(({ ruleId, baseRevision }) => (baseRevision === null ? [] : [[ruleId, baseRevision]])),
    );
    const result = yes
      ? await callWeb({ url, path: '/api/rules/apply', body: { ...body, baseRevisions }, response })
      : compared;
    if (json) terminal.print(JSON.stringify({ ...result, isApplied: yes }, null, 2));
    else formatChanges(result).forEach((line) => terminal.print(line));
    terminal.warn(yes ? 'Saved.' : 'Nothing was saved. Add --yes to save.');
  },
});
