import { z } from 'zod';
import { fence } from './fence.ts';
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

/** What a model sees of an answer: our words, and the cluster's behind a fence. */
export function toModelText({ context, summary, data, more }: ClusterAnswer): string {
  return [`[context ${context}] ${summary}`, ...(data === '' ? [] : [fence(data)]), ...toMoreText(more)].join('\n');
}
