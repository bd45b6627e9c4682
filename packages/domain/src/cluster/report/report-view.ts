import { z } from 'zod';
import { healthViewSchema } from './health-view.ts';
import { problemViewSchema } from './problem-view.ts';

/** Wire format of a cluster report: its problems and its health. */
export const clusterReportSchema = z.object({
  /** Context of the kubeconfig. */
  context: z.string(),
  /** Version of the server. */
  version: z.string(),
  /** True for a simulated cluster. */
  isSimulated: z.boolean(),
  /** Time at which the cluster was read. */
  at: z.string(),
  health: healthViewSchema,
  problems: z.array(problemViewSchema),
  /** The resources that could not be read, and the missing permission for each. */
  gaps: z.array(z.string()),
});
export type ClusterReport = z.infer<typeof clusterReportSchema>;
