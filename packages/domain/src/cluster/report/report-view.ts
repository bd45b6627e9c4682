import { z } from 'zod';
import { healthViewSchema } from './health-view.ts';
import { problemViewSchema } from './problem-view.ts';

/** What is wrong in a cluster and how it is besides, on a wire. */
export const clusterReportSchema = z.object({
  /** Of the kubeconfig. */
  context: z.string(),
  /** Of the server. */
  version: z.string(),
  /** Whether it is no real cluster but a simulated one. */
  isSimulated: z.boolean(),
  /** When it was looked at. */
  at: z.string(),
  health: healthViewSchema,
  problems: z.array(problemViewSchema),
  /** What could not be looked at, and which permission is missing. */
  gaps: z.array(z.string()),
});
export type ClusterReport = z.infer<typeof clusterReportSchema>;
