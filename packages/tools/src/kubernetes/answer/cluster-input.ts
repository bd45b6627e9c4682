import { z } from 'zod';

/** The default size limit of an answer, in estimated tokens. */
const defaultMaxTokens = 4_000;

/** The share of that limit reserved for the text around the data, in tokens. */
const wordsAround = 300;

const plainText = (max: number) => z.string().trim().min(1).max(max);

/** Input fields that the cluster tools share. */
export const clusterInput = {
  namespace: plainText(63).describe('Namespace; all namespaces when left out.').optional(),
  labels: plainText(500).describe('Label selector, for example "app=web,tier!=cache".').optional(),
  fieldSelector: plainText(500).describe('Field selector, for example "status.phase=Pending".').optional(),
  context: plainText(253).describe('Context of the kubeconfig; the current one when left out.').optional(),
  cursor: plainText(4_000).describe('The cursor of an earlier answer to this call, to read the next part.').optional(),
  maxTokens: z.number().int().min(500).max(20_000).default(defaultMaxTokens).describe('Cap of the answer.'),
};

/** Returns the tokens available for the data of an answer that may take `maxTokens`. */
export function roomFor(maxTokens: number): number {
  return maxTokens - wordsAround;
}
