import { alignColumns, defineCommand } from '../command.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { findRepository, listRepositories } from '../repositories/find-repository.ts';
import { readMaps } from '../maps/index-code.ts';
import { jsonOption, printJson } from '../print-json.ts';

/** `shipmate map list`: lists the code maps of one repository, or of all. */
export const mapList = defineCommand({
  arguments: { repository: { description: 'The name or id of a repository. Default: all.' } },
  options: { json: jsonOption, ...connectionOptions },
  examples: [['map list', 'Print the indexed commits of all repositories']],
  notes: connectionNotes,
  run: ({ repository, json, ...options }, context) =>
    withConnection(options, context, async (connection) => {
      using interrupt = listenForInterrupt();
      const { signal } = interrupt;
      const { terminal } = context;
      const repositories =
        repository === undefined
          ? await listRepositories(connection, signal)
          : [await findRepository(connection, repository, signal)];
      const listed = [];
      for (const { id, name } of repositories) {
        const { label, maps } = await readMaps(id, { connection, signal });
        listed.push({ id, name, label, maps });
      }
      if (json) return printJson(terminal, { repositories: listed });
      const rows = listed.flatMap(({ name, maps }) =>
        maps.length === 0
          ? [[name, 'not indexed']]
          : maps.map(({ commit, branch, files, createdAt }) => [
              name,
              commit.slice(0, 12),
              branch ?? 'commit',
              `${files} files`,
              createdAt,
            ]),
      );
      terminal.print(
        rows.length === 0 ? 'No repositories. Add one with "shipmate repositories add".' : alignColumns(rows),
      );
    }),
});
