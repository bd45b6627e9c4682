import { z } from 'zod';
import type { ClusterHealth } from '../health/cluster-health.ts';

const countsSchema = z.object({ critical: z.number(), warning: z.number(), info: z.number() });

/** Wire format of a cluster's health. */
export const healthViewSchema = z.object({
  counts: countsSchema,
  workloads: z.array(z.object({ kind: z.string(), total: z.number(), troubled: z.number() })),
  /** Empty if a single namespace was read. */
  nodes: z.array(
    z.object({
      name: z.string(),
      isReady: z.boolean(),
      isCordoned: z.boolean(),
      roles: z.array(z.string()),
      version: z.string(),
      pods: z.number(),
      /** Requested share of the allocatable CPU. */
      cpu: z.number().nullable(),
      memory: z.number().nullable(),
    }),
  ),
  /** Namespaces with the worst problems first. */
  namespaces: z.array(
    z.object({ name: z.string(), pods: z.number(), healthyPods: z.number(), problems: countsSchema }),
  ),
});

/** Converts to the wire format, with mutable lists as the schema has them. */
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
