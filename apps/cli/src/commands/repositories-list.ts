import { repositoryListResponseSchema } from '@shipmate/protocol/web/repositories';
import { alignColumns, defineCommand } from '../command.ts';
import { requestJson } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { jsonOption, printJson } from '../print-json.ts';

/** `shipmate repositories list`: lists the git repositories of the organization. */
export const repositoriesList = defineCommand({
  options: { json: jsonOption, ...connectionOptions },
  examples: [['repositories list', 'Print the names, branches and addresses of the repositories']],
  notes: connectionNotes,
  run: async ({ json, ...options }, context) => {
    const { terminal } = context;
    const listed = await withConnection(options, context, ({ web }) =>
      requestJson(web, { path: '/api/repositories', response: repositoryListResponseSchema }),
    );
    if (json) return printJson(terminal, listed);
    const rows = listed.repositories.map(({ id, name, defaultBranch, remoteUrl, localPath }) => [
      name,
      defaultBranch ?? 'default branch',
      id,
      remoteUrl ?? localPath ?? 'uploaded archive',
    ]);
    terminal.print(
      rows.length === 0 ? 'No repositories. Add one with "shipmate repositories add".' : alignColumns(rows),
    );
    if (!listed.isEnabled) terminal.warn('Jobs are off here: the operator has not set REPOSITORY_FOLDER.', 'yellow');
  },
});
