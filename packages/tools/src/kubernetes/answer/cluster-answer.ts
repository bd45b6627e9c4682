import type { TextSource } from '@shipmate/core';
import { z } from 'zod';
import { fencePlainText } from './plain-text.ts';
import { moreSchema, toMoreText } from './more.ts';

/** The output that all cluster tools share. */
export const clusterAnswerSchema = z.object({
  /** The name of the kubeconfig context that was read. */
  context: z.string(),
  /** A one-line summary of the result, written by the tool. */
  summary: z.string(),
  /** The data read from the cluster. It is untrusted: anyone who can write objects or logs controls it. */
  data: z.string(),
  /** Present when the answer is truncated. */
  more: moreSchema.optional(),
});

export type ClusterAnswer = z.output<typeof clusterAnswerSchema>;

/** Renders an answer for a model: the summary as is, and the cluster's data fenced as text of `source`. */
export function toModelText({ context, summary, data, more }: ClusterAnswer, source: TextSource = 'object'): string {
  const fenced = data === '' ? [] : [fencePlainText(data, { source })];
  return [`[context ${context}] ${summary}`, ...fenced, ...toMoreText(more)].join('\n');
}
