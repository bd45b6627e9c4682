import { defineTool, type ToolContext } from '@shipmate/core';
import { toCodeNodeId } from '@shipmate/domain/code-map';
import { z } from 'zod';
import { filtersSchema, repositoryShape } from './diagram-schemas.ts';
import type { DiagramToolPorts } from './diagram-tool-ports.ts';
import { fenceResult } from './model-view.ts';
import { openMap } from './open-map.ts';
import { readQueryWords } from './query/query-files.ts';

const shownFiles = 50;
/** Numbers of files that make a diagram worth drawing. */
const diagramSize = { least: 2, most: 400 } as const;

export const queryFileTree = defineTool({
  name: 'queryFileTree',
  description:
    'Lists and counts files of a repository. "query" has conditions and words: lang:ts size:>10k depth:<3 path:src/** checkout. Answers ' +
    `{nodes (at most ${shownFiles}), summary (all counts, languages, folders), suggestedDiagram}. Narrow the query when the counts are large.`,
  effect: 'read',
  input: () =>
    z.object({
      ...repositoryShape,
      query: z.string().trim().min(1).max(500),
      filters: filtersSchema.optional(),
    }),
  output: () =>
    z.object({
      nodes: z.array(
        z.object({
          id: z.string(),
          path: z.string(),
          size: z.number(),
          language: z.string().nullable(),
          lines: z.number().nullable(),
          recentChanges: z.number(),
        }),
      ),
      summary: z.object({
        files: z.number(),
        shown: z.number(),
        size: z.number(),
        languages: z.array(z.object({ language: z.string(), files: z.number() })).readonly(),
        folders: z.array(z.object({ path: z.string(), files: z.number() })).readonly(),
      }),
      suggestedDiagram: z.boolean(),
    }),
  async execute({ owner, repo, query, filters }, context: ToolContext<DiagramToolPorts>) {
    const { codeMaps, diagrams } = context.ports;
    const { snapshot } = await openMap({ owner, repo }, context);
    const text = readQueryWords(query).join(' ');
    const hits =
      text === '' ? [] : await codeMaps.search(context.principal, { mapId: snapshot.mapId, text, limit: shownFiles });
    const found = [...new Set(hits.map(({ path }) => path))];
    const { matches, files, size, languages, folders } = await diagrams.queryFiles(
      { snapshot, query, filters, found, limit: shownFiles },
      context,
    );
    return {
      nodes: matches.map((file) => ({ id: toCodeNodeId(snapshot.label, { path: file.path }), ...file })),
      summary: { files, shown: matches.length, size, languages, folders },
      suggestedDiagram: files >= diagramSize.least && files <= diagramSize.most,
    };
  },
  toModel: (result) => fenceResult(result),
});
