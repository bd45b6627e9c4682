import { z } from 'zod';
import { webhookHandlerSchema } from '../rules/webhook-handler.ts';
import { ingressServerSchema } from '../controllers/network/ingresses.ts';
import { imageRuleSchema } from '../rules/image-rule.ts';

const reference = z.strictObject({
  apiVersion: z.string(),
  kind: z.string(),
  name: z.string().optional(),
  namespace: z.string().optional(),
  /** Instead of a name: all objects with these labels. */
  labels: z.record(z.string(), z.string()).optional(),
});

/** Something that can be seen in the cluster: in an object's text, its events or a container's log. */
const observationSchema = z.strictObject({
  of: reference,
  /** A pattern found in the object as JSON. */
  object: z.string().optional(),
  /** A pattern found in the reason and message of one of its events. */
  event: z.string().optional(),
  /** A pattern found in what its containers wrote, this start or the one before. */
  log: z.string().optional(),
});

const changeSchema = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('apply'), object: z.record(z.string(), z.unknown()) }),
  /** By force: at once, although nothing says that it has ended. */
  z.strictObject({ do: z.literal('delete'), of: reference, force: z.boolean().default(false) }),
]);

/** A broken cluster, what shows why, and how one sees that it was mended. */
export const scenarioSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]+$/),
  /** What somebody who does not know the cause would ask. */
  question: z.string(),
  /** The cause, for whoever judges an answer. */
  cause: z.string(),
  nodes: z
    .array(
      z.strictObject({
        name: z.string(),
        cpu: z.string().optional(),
        memory: z.string().optional(),
        labels: z.record(z.string(), z.string()).optional(),
        /** Its kubelet falls silent so many seconds after the start. */
        failsAfter: z.number().nonnegative().optional(),
        taints: z
          .array(z.strictObject({ key: z.string(), value: z.string().optional(), effect: z.string() }))
          .optional(),
      }),
    )
    .optional(),
  /** Whether use is measured: without it there is no metrics API. */
  metrics: z.boolean().default(false),
  ingressServers: z.array(ingressServerSchema).default([]),
  webhooks: z.array(webhookHandlerSchema).default([]),
  images: z.array(imageRuleSchema).default([]),
  objects: z.array(z.record(z.string(), z.unknown())),
  /** How long it has been broken when somebody looks, in seconds. */
  age: z.number().positive().default(600),
  evidence: z.array(observationSchema).min(1),
  outcome: z.strictObject({
    /** All of them hold once it is mended, and not before. */
    checks: z.array(observationSchema).min(1),
    /** How long mending may take to show, in seconds. */
    within: z.number().positive().default(300),
  }),
  /** Changes that mend it, and changes that one could take for that; none where nobody knows any. */
  fix: z.array(changeSchema).default([]),
  wrongFix: z.array(changeSchema).default([]),
});

export type Scenario = z.output<typeof scenarioSchema>;
/** As one writes it; what is left out has its default. */
export type ScenarioFile = z.input<typeof scenarioSchema>;
export type Observation = z.output<typeof observationSchema>;
export type ScenarioChange = z.output<typeof changeSchema>;
