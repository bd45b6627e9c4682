import { defineTool, fenceText, type ToolContext } from '@shipmate/core';
import { z } from 'zod';
import { edgesSchema, nodesSchema, repositoryShape, statsSchema } from './diagram-schemas.ts';
import type { DiagramToolPorts } from './diagram-tool-ports.ts';

const commit = z
  .string()
  .trim()
  .regex(/^[0-9a-f]{40,64}$/u, 'Use a whole commit id.');
const paths = z.array(z.string()).readonly();
const edges = z
  .array(z.object({ from: z.string(), to: z.string(), evidence: z.object({ path: z.string(), line: z.number() }) }))
  .readonly();

export const compareDiagrams = defineTool({
  name: 'compareDiagrams',
  description:
    'Compares two indexed commits of a repository: files and imports that were added, removed or moved. Answers Markdown for a pull request ' +
    'with a Mermaid picture.',
  effect: 'read',
  input: () =>
    z.object({
      ...repositoryShape,
      base: commit.describe('The older commit'),
      head: commit.optional().describe('The newer commit; default: the newest that is indexed'),
    }),
  output: () =>
    z.object({
      base: z.string(),
      head: z.string(),
      added: paths,
      removed: paths,
      changed: paths,
      moved: z.array(z.object({ from: z.string(), to: z.string() })).readonly(),
      addedEdges: edges,
      removedEdges: edges,
      addedDependencies: edges,
      addedCycles: z.array(paths).readonly(),
      nodes: nodesSchema,
      edges: edgesSchema,
      stats: statsSchema,
      mermaid: z.string(),
      markdown: z.string(),
    }),
  async execute({ owner, repo, ...commits }, context: ToolContext<DiagramToolPorts>) {
    const { codeMaps, diagrams } = context.ports;
    const { repository } = await codeMaps.findRepository(context.principal, { owner, repo });
    const base = await codeMaps.openSnapshot(context.principal, repository.id, commits.base);
    const head = await codeMaps.openSnapshot(context.principal, repository.id, commits.head);
    const { comparison, picture, mermaid, markdown } = await diagrams.compare({ base, head }, context);
    return {
      ...comparison,
      nodes: picture.nodes,
      edges: picture.edges,
      stats: picture.stats,
      mermaid,
      markdown,
    };
  },
  toModel: ({ markdown }) => fenceText(markdown, { source: 'result' }),
});
