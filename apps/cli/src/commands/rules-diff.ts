import { ruleChangesResponseSchema } from '@shipmate/protocol/web/rule-files';
import { callWeb, tokenNote, urlOption } from '../call-web.ts';
import { defineCommand } from '../command.ts';
import { fileOption, formatChanges, jsonOption, readRuleFile } from '../rule-file.ts';

/** `shipmate rules diff`: prints the changes that a file of rules would make. */
export const rulesDiff = defineCommand({
  options: { file: fileOption, json: jsonOption, url: urlOption },
  notes: tokenNote,
  run: async ({ file, json, url }, { terminal }) => {
    const body = await readRuleFile(file);
    const result = await callWeb({ url, path: '/api/rules/diff', body, response: ruleChangesResponseSchema });
    if (json) terminal.print(JSON.stringify(result, null, 2));
    else formatChanges(result).forEach((line) => terminal.print(line));
  },
});
