import { clusterReportSchema } from '@shipmate/domain/cluster';
import type { z } from 'zod';
import { clusterAnswerSchema, toModelText } from '../answer/cluster-answer.ts';
import { describeProblems } from './describe-problems.ts';

const maxGaps = 5;

/** A report in words besides, and the way to what was left out of it. */
export const problemReportSchema = clusterReportSchema.extend(clusterAnswerSchema.omit({ data: true }).shape);

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
