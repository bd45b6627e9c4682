import { clusterReportSchema } from '@shipmate/domain/cluster';
import type { z } from 'zod';
import { clusterAnswerSchema, toModelText } from '../answer/cluster-answer.ts';
import { describeProblems } from './describe-problems.ts';

const maxGaps = 5;

/** A report with a summary, and the remainder that was left out of it. */
export const problemReportSchema = clusterReportSchema.extend(clusterAnswerSchema.omit({ data: true }).shape);

/** Renders a report for a model. */
export function toReportText({ problems, gaps, at, ...answer }: z.output<typeof problemReportSchema>): string {
  const texts = describeProblems(problems, new Date(at));
  return toModelText({ ...answer, data: [...describeGaps(gaps), ...texts].join('\n') });
}

/** Describes in a few lines what could not be read. */
export function describeGaps(gaps: readonly string[]): readonly string[] {
  const left = gaps.length - maxGaps;
  return [
    ...gaps.slice(0, maxGaps).map((gap) => `NOT LOOKED AT: ${gap}`),
    ...(left > 0 ? [`NOT LOOKED AT: ${left} more kinds`] : []),
  ];
}
