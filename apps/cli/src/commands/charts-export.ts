import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { AppError } from '@shipmate/core';
import { leftOutHeader } from '@shipmate/protocol/web/archive';
import { defineCommand } from '../command.ts';
import { requestOk } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { jsonOption, printJson } from '../print-json.ts';

/** `shipmate charts export`: writes the charts of a workspace as an archive. */
export const chartsExport = defineCommand({
  arguments: { workspace: { description: 'The id of the workspace.', required: true } },
  options: {
    output: {
      type: 'string',
      short: 'o',
      placeholder: '<path>',
      description:
        'The file to write, or - for standard output. Default: the name of the chart, here; standard output when piped.',
    },
    format: {
      type: 'string',
      placeholder: '<format>',
      choices: ['tgz', 'zip'],
      description: 'tgz or zip. Default tgz.',
    },
    revision: { type: 'string', placeholder: '<number>', description: 'An earlier revision.' },
    pending: { type: 'boolean', description: 'Count pending changes as accepted.' },
    json: { ...jsonOption, description: 'Print the path and size of the written file as JSON.' },
    ...connectionOptions,
  },
  examples: [
    ['charts export 01a2…', 'Write shop-0.1.0.tgz or the like'],
    ['charts export 01a2… --pending | tar tz', 'List the files with their pending changes'],
  ],
  notes: `An existing file is not overwritten unless --output names it.\n${connectionNotes}`,
  run: async ({ workspace, output, format, revision, pending, json, ...options }, context) => {
    const { terminal } = context;
    const query = new URLSearchParams({
      ...(format !== undefined && { format }),
      ...(revision !== undefined && { revision }),
      ...(pending && { pending: 'true' }),
    });
    const { bytes, name, left } = await withConnection(options, context, async ({ web }) => {
      const path = `/api/workspaces/${encodeURIComponent(workspace)}/export?${query.toString()}`;
      const response = await requestOk(web, { path });
      const [, given = ''] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
      const file = basename(given) || `${workspace}.${format ?? 'tgz'}`;
      return {
        bytes: new Uint8Array(await response.arrayBuffer()),
        name: file,
        left: response.headers.get(leftOutHeader),
      };
    });
    if (left !== null) terminal.warn(`Left out: ${decodeURIComponent(left)}`, 'yellow');
    const isPiped = output === '-' || (output === undefined && !terminal.isResultShown && !json);
    if (isPiped) return terminal.write(bytes);
    const file = output ?? name;
    await writeFile(file, bytes, { flag: output === undefined ? 'wx' : 'w' }).catch((cause: unknown) => {
      const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
      const fix = reason === 'EEXIST' ? 'It exists. Add --output <path>.' : `(${reason})`;
      throw new AppError({ code: 'CONFLICT', message: `Cannot write "${file}". ${fix}`, cause });
    });
    if (json) printJson(terminal, { file, bytes: bytes.length });
    else terminal.print(file);
  },
});
