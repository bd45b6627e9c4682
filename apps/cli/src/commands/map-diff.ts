import { codeComparisonSchema } from '@shipmate/protocol/web/code-comparison';
import { defineCommand } from '../command.ts';
import { requestJson } from '../connection/request-json.ts';
import { connectionNotes, connectionOptions, withConnection } from '../connection/with-connection.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { findRepository, repositoryOption } from '../repositories/find-repository.ts';
import { type IndexContext, indexCode, readMaps } from '../maps/index-code.ts';
import { jsonOption, printJson } from '../print-json.ts';

/** `shipmate map diff`: prints the difference between two revisions of a repository, for a pull request. */
export const mapDiff = defineCommand({
  arguments: {
    base: { description: 'The older branch or commit.', required: true },
    head: { description: 'The newer branch or commit.', required: true },
  },
  options: { repository: repositoryOption, json: jsonOption, ...connectionOptions },
  examples: [
    ['map diff main next --repository shop', 'Print Markdown with a Mermaid picture'],
    ['map diff "$BASE_SHA" "$HEAD_SHA" > map.md', 'Write it in CI, for a comment'],
  ],
  notes:
    'Branches are indexed before they are compared, and commits if they are not indexed yet. A commit is a full hash, or the first letters of an\n' +
    `indexed one.\n${connectionNotes}`,
  run: ({ base, head, repository, json, ...options }, context) =>
    withConnection(options, context, async (connection) => {
      using interrupt = listenForInterrupt();
      const { terminal } = context;
      const own = { connection, terminal, signal: interrupt.signal };
      const { id } = await findRepository(connection, repository, own.signal);
      const body = { base: await openCommit(id, base, own), head: await openCommit(id, head, own) };
      const difference = await requestJson(connection.web, {
        path: `/api/repositories/${encodeURIComponent(id)}/compare`,
        body,
        response: codeComparisonSchema,
        signal: own.signal,
      });
      if (json) printJson(terminal, difference);
      else terminal.print(difference.markdown.trimEnd());
    }),
});

const hash = /^[0-9a-f]{7,64}$/u;
const fullHash = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u;

/** Returns the commit of a revision, and indexes it unless a map of the commit exists. */
async function openCommit(repositoryId: string, revision: string, context: IndexContext): Promise<string> {
  if (hash.test(revision)) {
    const { maps } = await readMaps(repositoryId, context);
    const [known, ...others] = maps.filter(({ commit }) => commit.startsWith(revision));
    if (known && others.length === 0) return known.commit;
  }
  const target = fullHash.test(revision) ? { commit: revision } : { branch: revision };
  return (await indexCode({ repositoryId, ...target }, context)).commit;
}
