import { z } from 'zod';

/** The default size limit of an answer, in estimated tokens. */
const defaultMaxTokens = 4_000;

/** The bounds of the size limit; a limit beyond them is moved to the nearest. */
const bounds = { least: 500, most: 20_000 };

/** The share of that limit reserved for the text around the data, in tokens. */
const wordsAround = 300;

const plainText = (max: number) => z.string().trim().min(1).max(max);

/** Input fields that the cluster tools share. */
export const clusterInput = {
  namespace: plainText(63).describe('All namespaces when left out.').optional(),
  labels: plainText(500).describe('Selector, such as "app=web,tier!=cache".').optional(),
  fieldSelector: plainText(500).describe('Selector, such as "status.phase=Pending".').optional(),
  context: plainText(253).describe('Context of the kubeconfig; the current one when left out.').optional(),
  cursor: plainText(4_000).describe('From a truncated answer, to read on.').optional(),
  maxTokens: z.number().int().default(defaultMaxTokens).describe('Cap of the answer.'),
};

/** Returns the tokens available for the data of an answer that may take `maxTokens`. */
export function roomFor(maxTokens: number): number {
  return Math.min(Math.max(maxTokens, bounds.least), bounds.most) - wordsAround;
}
