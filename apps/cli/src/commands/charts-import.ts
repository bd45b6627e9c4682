import { stat } from 'node:fs/promises';
import { AppError } from '@shipmate/core';
import { fromErrorEnvelope } from '@shipmate/protocol/error';
import { importArchiveResponseSchema } from '@shipmate/protocol/web/archive';
import { packFolder, readArchive } from '../charts/pack-folder.ts';
import { defineCommand } from '../command.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { jsonOption, printJson } from '../print-json.ts';

/** `shipmate charts import`: creates a chart workspace from a folder or an archive. */
export const chartsImport = defineCommand({
  arguments: { path: { description: 'A folder with a chart, or a .tgz, .tar or .zip archive.', required: true } },
  options: { json: jsonOption, ...connectionOptions },
  examples: [
    ['charts import ./my-chart', 'Import a folder'],
    ['charts import my-chart-1.2.0.tgz', 'Import a packaged chart'],
  ],
  notes: `Prints the id of the workspace. Hidden folders such as .git are left out.\n${connectionNotes}`,
  run: async ({ path, json, ...options }, context) => {
    const { terminal } = context;
    const found = await stat(path).catch(() => undefined);
    if (!found) throw new AppError({ code: 'VALIDATION_ERROR', message: `File or folder "${path}" not found.` });
    const body = await (found.isDirectory() ? packFolder(path) : readArchive(path));
    const imported = await withConnection(options, context, async ({ web }) => {
      const headers = { 'content-type': 'application/octet-stream', 'content-length': String(body.length) };
      const response = await web('/api/workspaces/archive', { method: 'POST', headers, body: new Uint8Array(body) });
      const answer: unknown = await response.json();
      if (!response.ok) throw fromErrorEnvelope(answer, response.status);
      return importArchiveResponseSchema.parse(answer);
    });
    if (json) return printJson(terminal, imported);
    for (const { path: left, reason } of imported.left)
      terminal.warn(`Left out ${left}: ${reason.replaceAll('_', ' ')}`, 'yellow');
    terminal.print(imported.workspaceId);
  },
});
