import { formatYaml } from '@shipmate/domain/yaml';
import { exportRulesResponseSchema } from '@shipmate/protocol/web/rule-files';
import { callWeb, tokenNote, urlOption } from '../call-web.ts';
import { defineCommand } from '../command.ts';
import { jsonOption } from '../rule-file.ts';

/** `shipmate rules export`: prints the rules of the organization as YAML. */
export const rulesExport = defineCommand({
  options: { json: jsonOption, url: urlOption },
  notes: tokenNote,
  run: async ({ json, url }, { terminal }) => {
    const file = await callWeb({ url, path: '/api/rules/export', response: exportRulesResponseSchema });
    terminal.print(json ? JSON.stringify(file, null, 2) : formatYaml(file).trimEnd());
  },
});
