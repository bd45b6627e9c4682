import { z } from 'zod';
import type { ClusterHealth } from '../health/cluster-health.ts';

const countsSchema = z.object({ critical: z.number(), warning: z.number(), info: z.number() });

/** How a cluster is, on a wire. */
export const healthViewSchema = z.object({
  counts: countsSchema,
  workloads: z.array(z.object({ kind: z.string(), total: z.number(), troubled: z.number() })),
  /** Empty when only one namespace was looked at. */
  nodes: z.array(
    z.object({
      name: z.string(),
      isReady: z.boolean(),
      isCordoned: z.boolean(),
      roles: z.array(z.string()),
      version: z.string(),
      pods: z.number(),
      /** What is requested, as a part of what the node can give. */
      cpu: z.number().nullable(),
      memory: z.number().nullable(),
    }),
  ),
  /** Those with the worst problems first. */
  namespaces: z.array(
    z.object({ name: z.string(), pods: z.number(), healthyPods: z.number(), problems: countsSchema }),
  ),
});

/** The same with lists that may be changed, as the schema has them. */
export function toHealthView({
  counts,
  workloads,
  nodes,
  namespaces,
}: ClusterHealth): z.input<typeof healthViewSchema> {
  return {
    counts,
    workloads: [...workloads],
    nodes: nodes.map((node) => ({ ...node, roles: [...node.roles] })),
    namespaces: [...namespaces],
  };
}
