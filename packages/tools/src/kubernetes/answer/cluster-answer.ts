import type { TextSource } from '@shipmate/core';
import { z } from 'zod';
import { fencePlainText } from './fence-plain-text.ts';
import { moreSchema, toMoreText } from './more.ts';

/** What every tool of a cluster answers. */
export const clusterAnswerSchema = z.object({
  /** The context of the kubeconfig that was read. */
  context: z.string(),
  /** What was found, in the words of the tool. */
  summary: z.string(),
  /** What the cluster says. Whoever writes objects and logs can write this. */
  data: z.string(),
  /** Present when something was left out. */
  more: moreSchema.optional(),
});

export type ClusterAnswer = z.output<typeof clusterAnswerSchema>;

/** Presents an answer to a model: our words, and the cluster's data fenced as text of `source`. */
export function toModelText({ context, summary, data, more }: ClusterAnswer, source: TextSource = 'object'): string {
  const fenced = data === '' ? [] : [fencePlainText(data, { source })];
  return [`[context ${context}] ${summary}`, ...fenced, ...toMoreText(more)].join('\n');
}
