import { readFences } from '@shipmate/core';
import { z } from 'zod';
import { toAnswer } from '../attempt.ts';
import type { DemoSteps } from '../demo-steps.ts';
import { parseJson } from '../parse-json.ts';
import { takeStep } from '../take-step.ts';

const entitiesSchema = z.object({ entities: z.array(z.object({ name: z.string(), description: z.string() })) });
const rowsSchema = z.object({ rows: z.array(z.record(z.string(), z.unknown())), total: z.number() });

/** Number of rows that an answer shows. */
const shownRows = 5;

/** Answers a question about entities: the newest rows and the number of rows of the entity that it names. */
export function answerTables(question: string): DemoSteps<string> {
  return toAnswer(answer(question));
}

function* answer(question: string): DemoSteps<readonly string[]> {
  const listed = entitiesSchema.parse(
    parseJson(yield* takeStep({ call: { name: 'discover_entities', input: {} } })),
  ).entities;
  const words = new Set(question.toLowerCase().match(/[a-z_.]+/g) ?? []);
  const named = listed.find(({ name }) => {
    const table = name.slice(name.indexOf('.') + 1);
    return [name, table, ...table.split('_')].some((word) => words.has(word) || words.has(word.replace(/s$/, '')));
  });
  if (!named) {
    const lines = listed.map(({ name, description }) => `- \`${name}\`: ${description}`);
    return [
      'The demo model, a script, counts the rows of an entity and shows the newest. Name one of these:',
      lines.join('\n'),
    ];
  }
  const output = yield* takeStep({
    say: `Let me read \`${named.name}\`.`,
    call: { name: 'query_entity_rows', input: { entity: named.name, rows: shownRows } },
  });
  const { rows, total } = rowsSchema.parse(parseJson(readFences(output).fenced[0]?.text ?? ''));
  const head = `\`${named.name}\` has ${total === 1 ? 'one row' : `${total} rows`}.`;
  return rows.length === 0 ? [head] : [`${head} The newest:`, `\`\`\`json\n${JSON.stringify(rows, null, 2)}\n\`\`\``];
}
