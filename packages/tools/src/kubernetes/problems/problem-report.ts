import { z } from 'zod';
import { clusterAnswerSchema, toModelText } from '../answer/cluster-answer.ts';
import { clusterHealthSchema } from './cluster-health-schema.ts';
import { describeProblems } from './describe-problems.ts';
import { problemSchema } from './problem-schema.ts';

const maxGaps = 5;

/** What is wrong in a cluster, and how it is besides. */
export const problemReportSchema = clusterAnswerSchema.omit({ data: true }).extend({
  /** Of the server. */
  version: z.string(),
  /** Whether it is no real cluster but a simulated one. */
  isSimulated: z.boolean(),
  /** When it was looked at. */
  at: z.string(),
  health: clusterHealthSchema,
  problems: z.array(problemSchema),
  /** What could not be looked at, and which permission is missing. */
  gaps: z.array(z.string()),
});

/** What a model sees of a report. */
export function toReportText({ problems, gaps, at, ...answer }: z.output<typeof problemReportSchema>): string {
  const texts = describeProblems(problems, new Date(at));
  return toModelText({ ...answer, data: [...describeGaps(gaps), ...texts].join('\n') });
}

/** What could not be looked at, in a few lines. */
export function describeGaps(gaps: readonly string[]): readonly string[] {
  const left = gaps.length - maxGaps;
  return [
    ...gaps.slice(0, maxGaps).map((gap) => `NOT LOOKED AT: ${gap}`),
    ...(left > 0 ? [`NOT LOOKED AT: ${left} more kinds`] : []),
  ];
}
