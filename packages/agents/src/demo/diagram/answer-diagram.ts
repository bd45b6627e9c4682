import { readFences } from '@shipmate/core';
import { z } from 'zod';
import { toAnswer } from '../attempt.ts';
import type { DemoSteps } from '../demo-steps.ts';
import { parseJson } from '../parse-json.ts';
import { takeStep } from '../take-step.ts';

const repositorySchema = z.object({ owner: z.string(), repo: z.string(), index: z.string() });
const stateSchema = z.union([repositorySchema, z.object({ repositories: z.array(repositorySchema) })]);
const createdSchema = z.object({
  diagramId: z.string(),
  name: z.string(),
  stats: z.object({ files: z.number(), shown: z.number(), edges: z.number() }),
  notes: z.array(z.string()).default([]),
  sample: z.object({
    nodes: z.array(z.object({ id: z.string(), kind: z.string(), label: z.string(), files: z.number().default(0) })),
    edges: z.array(z.object({ source: z.string(), target: z.string() })),
  }),
});
const foundSchema = z.object({
  results: z.array(
    z.object({ path: z.string(), nodeId: z.string(), symbol: z.string().nullable(), startLine: z.number().nullable() }),
  ),
});

/** Words of a question and the diagram that they ask for. */
const drawings = [
  [/\b(data[ -]?flows?|routes?|queues?|tables?|endpoints?)\b/i, 'data_flow', 'Data flow'],
  [/\b(dependenc|imports?\b|graph\b)/i, 'dependency_graph', 'Dependencies'],
  [/\b(architecture|slice|packages?|components?|tour)\b/i, 'architecture_slice', 'Architecture'],
  [/\b(draw|diagram|map|tree|structure|show me|files?)\b/i, 'file_tree', 'Files'],
] as const;

const abilities =
  'I can draw a diagram (“draw the architecture”, “show the data flow”, “draw the dependencies”, “draw the files”), give a tour (“give me a tour”), and find code (“where are orders stored?”).';
const tourSteps = 4;

/** Draws a diagram, gives a short tour of it when asked, or searches the code. */
export function answerDiagram(question: string, system: string): DemoSteps<string> {
  return toAnswer(answer(question, system));
}

function* answer(question: string, system: string): DemoSteps<readonly string[]> {
  const repository = readRepository(system);
  if (!repository) return ['No repository is indexed here. Index one on the page Code maps, then ask again.'];
  const drawing = drawings.find(([words]) => words.test(question));
  if (!drawing || /^\s*(where|which|find|search)\b/i.test(question)) return yield* search(question, repository);
  const [, type, title] = drawing;
  const output = yield* takeStep({
    say: `Let me draw ${repository.owner}/${repository.repo}.`,
    call: { name: 'createDiagram', input: { ...repository, name: title, type } },
  });
  const created = createdSchema.parse(parseJson(unfence(output)));
  const { stats, notes, name } = created;
  const summary = `The diagram “${name}” shows ${stats.shown} nodes for ${stats.files} files, with ${stats.edges} edges.`;
  const steps = /\b(tour|explain|guide|walk)\b/i.test(question) ? yield* giveTour(created) : [];
  return [summary, ...notes, ...steps];
}

/** Focuses the nodes with the most edges, then those with the most files, one after the other. */
function* giveTour({ diagramId, sample }: z.output<typeof createdSchema>): DemoSteps<readonly string[]> {
  const degree = (id: string) => sample.edges.filter(({ source, target }) => source === id || target === id).length;
  const stops = sample.nodes
    .filter(({ kind }) => kind === 'folder' || kind === 'file' || kind === 'fact')
    .toSorted((one, other) => degree(other.id) - degree(one.id) || other.files - one.files)
    .slice(0, tourSteps);
  const lines: string[] = [];
  for (const [index, { id, label, kind, files }] of stops.entries()) {
    yield* takeStep({
      call: {
        name: 'navigateCanvas',
        input: {
          diagramId,
          actions: [
            { type: 'focusNode', nodeId: id },
            { type: 'highlightNodes', nodeIds: [id] },
          ],
        },
      },
    });
    const links = degree(id);
    const size = files > 0 && kind === 'folder' ? `, ${files === 1 ? '1 file' : `${files} files`}` : '';
    lines.push(
      `${index + 1}. **${label}** (${kind}${size}): ${links === 1 ? '1 edge' : `${links} edges`} in this diagram.`,
    );
  }
  return lines.length === 0 ? [] : [lines.join('\n')];
}

function* search(
  question: string,
  { owner, repo }: { readonly owner: string; readonly repo: string },
): DemoSteps<readonly string[]> {
  const output = yield* takeStep({
    call: {
      name: 'searchCodebase',
      input: { query: question.slice(0, 500), topK: 5, filters: { repo: `${owner}/${repo}` } },
    },
  });
  const { results } = foundSchema.parse(parseJson(unfence(output)));
  if (results.length === 0) return ['I found no file for these words.', abilities];
  const lines = results.map(({ path, symbol, startLine }) => {
    const place = startLine === null ? path : `${path}:${startLine}`;
    return `- \`${place}\`${symbol === null ? '' : `: \`${symbol}\``}`;
  });
  return ['These places fit best:', lines.join('\n')];
}

/** The repository of the page, or the first that is indexed. */
function readRepository(system: string): { readonly owner: string; readonly repo: string } | undefined {
  const states = readFences(system).fenced.filter(({ source }) => source === 'workspace');
  const state = stateSchema.safeParse(parseJson(states.at(-1)?.text ?? '')).data;
  if (!state) return undefined;
  const all = 'repositories' in state ? state.repositories : [state];
  const found = all.find(({ index }) => index === 'indexed');
  return found && { owner: found.owner, repo: found.repo };
}

function unfence(output: string): string {
  return readFences(output).fenced[0]?.text ?? output;
}
