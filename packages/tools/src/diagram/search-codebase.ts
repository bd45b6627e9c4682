import { defineTool, type JsonValue, type ToolContext } from '@shipmate/core';
import { type LineRange, toCodeNodeId } from '@shipmate/domain/code-map';
import { z } from 'zod';
import { pathSchema, actionsSchema } from './diagram-schemas.ts';
import type { DiagramToolPorts } from './diagram-tool-ports.ts';
import { fenceResult } from './model-view.ts';
import { openMap } from './open-map.ts';
import { pickRepository } from './pick-repository.ts';

const snippets = 8;

const resultSchema = z.object({
  path: z.string(),
  nodeId: z.string(),
  symbol: z.string().nullable(),
  startLine: z.number().nullable(),
  endLine: z.number().nullable(),
  score: z.number(),
  snippet: z.string().nullable(),
});

export const searchCodebase = defineTool({
  name: 'searchCodebase',
  description:
    'Finds files and symbols of a repository by what they do or are called. Answers {results: [{path, nodeId, symbol, startLine, endLine, ' +
    'snippet}], referencedNodes, suggestedActions}. Show a result with navigateCanvas or openFileRange. Ask again with other words, or with ' +
    'filters, when nothing fits.',
  effect: 'read',
  input: () =>
    z.object({
      query: z.string().trim().min(1).max(500),
      topK: z.number().int().min(1).max(50).optional().describe('Number of results'),
      filters: z
        .object({
          paths: z.array(pathSchema).max(50).optional().describe('Folders or patterns, such as "src/**"'),
          languages: z.array(z.string().max(50)).max(30).optional(),
          repo: z.string().max(400).optional().describe('owner/repo; needed if there are several repositories'),
        })
        .optional(),
    }),
  output: () =>
    z.object({
      results: z.array(resultSchema),
      referencedNodes: z.array(z.string()),
      suggestedActions: actionsSchema,
    }),
  async execute({ query, topK, filters = {} }, context: ToolContext<DiagramToolPorts>) {
    const { codeMaps } = context.ports;
    const label = await pickRepository(filters.repo, context);
    const { snapshot } = await openMap(label, context);
    const { paths, languages } = filters;
    const hits = await codeMaps.search(context.principal, {
      mapId: snapshot.mapId,
      text: query,
      limit: topK ?? codeMaps.topK,
      paths,
      languages,
    });
    const results = await Promise.all(
      hits.map(async ({ path, symbol, score }, index) => {
        const lines = symbol ? { startLine: symbol.startLine, endLine: symbol.endLine } : undefined;
        const snippet = index < snippets ? await readSnippet({ mapId: snapshot.mapId, path, lines }, context) : null;
        return {
          path,
          nodeId: toCodeNodeId(snapshot.label, { path }),
          symbol: symbol?.name ?? null,
          startLine: lines?.startLine ?? null,
          endLine: lines?.endLine ?? null,
          score,
          snippet,
        };
      }),
    );
    const referencedNodes = [...new Set(results.map(({ nodeId }) => nodeId))];
    const [first] = results;
    return {
      results,
      referencedNodes,
      suggestedActions: first
        ? [
            { type: 'highlightNodes' as const, nodeIds: referencedNodes },
            {
              type: 'openFileRange' as const,
              path: first.path,
              startLine: first.startLine ?? 1,
              ...(first.endLine !== null && { endLine: first.endLine }),
              highlight: true,
            },
          ]
        : [],
    };
  },
  toModel: ({ results, referencedNodes }) => fenceResult({ results, referencedNodes }),
  // Suggestions are for the person to choose; the page carries out none by itself.
  clientEvents: ({ referencedNodes, suggestedActions: actions }) =>
    referencedNodes.length === 0
      ? []
      : [{ type: 'canvas_suggestions', data: { referenced_nodes: referencedNodes, actions } as unknown as JsonValue }],
});

const maxLines = 12;
const maxChars = 800;

/** Reads the first lines of a range, or of a file; null for a file that is no text. */
async function readSnippet(
  { mapId, path, lines }: { readonly mapId: string; readonly path: string; readonly lines: LineRange | undefined },
  { ports, principal, signal }: ToolContext<DiagramToolPorts>,
): Promise<string | null> {
  const { content } = await ports.codeMaps.readFile(principal, { mapId, path }, signal);
  if (content === null) return null;
  const { startLine = 1, endLine = maxLines } = lines ?? {};
  const shown = content.split('\n', startLine - 1 + maxLines).slice(startLine - 1, endLine);
  return shown.join('\n').slice(0, maxChars);
}
