import { defineCommand } from '../command.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { findRepository } from '../repositories/find-repository.ts';
import { indexCode } from '../maps/index-code.ts';
import { jsonOption, printJson } from '../print-json.ts';

/** `shipmate map index`: indexes a branch or commit of a repository and waits for it. */
export const mapIndex = defineCommand({
  arguments: { repository: { description: 'The name or id of the repository; needed if there are several.' } },
  options: {
    branch: { type: 'string', placeholder: '<name>', description: 'The branch. Default: that of the repository.' },
    commit: { type: 'string', placeholder: '<hash>', description: 'A full commit hash, in place of a branch.' },
    json: jsonOption,
    ...connectionOptions,
  },
  examples: [
    ['map index shop', 'Index the default branch'],
    ['map index shop --branch next', 'Index another branch'],
  ],
  notes: `Ctrl-C ends the command; a running installation continues the index.\n${connectionNotes}`,
  run: ({ repository, branch, commit, json, ...options }, context) =>
    withConnection(options, context, async (connection) => {
      using interrupt = listenForInterrupt();
      const { signal } = interrupt;
      const { terminal } = context;
      const { id, name } = await findRepository(connection, repository, signal);
      const map = await indexCode({ repositoryId: id, branch, commit }, { connection, terminal, signal });
      if (json) printJson(terminal, map);
      else terminal.print(`Indexed ${name} at ${map.commit}: ${map.files} files.`);
    }),
});
