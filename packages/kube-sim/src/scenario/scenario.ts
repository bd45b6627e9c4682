import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { ingressServerSchema } from '../controllers/network/ingresses.ts';
import { imageRuleSchema } from '../rules/image-rule.ts';
import { webhookHandlerSchema } from '../rules/webhook-handler.ts';

const reference = z.strictObject({
  apiVersion: z.string(),
  kind: z.string(),
  name: z.string().optional(),
  namespace: z.string().optional(),
  /** Selects all objects with these labels, in place of a name. */
  labels: z.record(z.string(), z.string()).optional(),
});

/** An observation of the cluster: in an object's JSON, its events or a container's log. */
const observationSchema = z.strictObject({
  of: reference,
  /** A pattern that the object's JSON matches. */
  object: z.string().optional(),
  /** A pattern for the reason and message of an event. */
  event: z.string().optional(),
  /** A pattern for the log of its containers, of this or the previous start. */
  log: z.string().optional(),
});

const changeSchema = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('apply'), object: z.record(z.string(), z.unknown()) }),
  /** Force deletion: removes the object at once, without waiting for its end. */
  z.strictObject({ do: z.literal('delete'), of: reference, force: z.boolean().default(false) }),
]);

/** A broken cluster with the evidence of its cause and the checks for its repair. */
export const scenarioSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]+$/),
  /** A question of a user who does not know the cause. */
  question: z.string(),
  /** The cause, for grading answers. */
  cause: z.string(),
  nodes: z
    .array(
      z.strictObject({
        name: z.string(),
        cpu: z.string().optional(),
        memory: z.string().optional(),
        labels: z.record(z.string(), z.string()).optional(),
        /** Seconds until the node's kubelet stops reporting. */
        failsAfter: z.number().nonnegative().optional(),
        taints: z
          .array(z.strictObject({ key: z.string(), value: z.string().optional(), effect: z.string() }))
          .optional(),
      }),
    )
    .optional(),
  /** Serves the metrics API. */
  metrics: z.boolean().default(false),
  ingressServers: z.array(ingressServerSchema).default([]),
  webhooks: z.array(webhookHandlerSchema).default([]),
  images: z.array(imageRuleSchema).default([]),
  objects: z.array(z.record(z.string(), z.unknown())),
  /** Seconds between the fault and the question. */
  age: z.number().positive().default(600),
  evidence: z.array(observationSchema).min(1),
  outcome: z.strictObject({
    /** Hold only after the repair. */
    checks: z.array(observationSchema).min(1),
    /** Seconds until a repair shows. */
    within: z.number().positive().default(300),
  }),
  /** Changes that repair the cluster, and plausible changes that do not; empty if unknown. */
  fix: z.array(changeSchema).default([]),
  wrongFix: z.array(changeSchema).default([]),
});

export type Scenario = z.output<typeof scenarioSchema>;
/** The input form, with defaults omitted. */
export type ScenarioFile = z.input<typeof scenarioSchema>;
export type Observation = z.output<typeof observationSchema>;
export type ScenarioChange = z.output<typeof changeSchema>;

// Located by package name, because source and build are at different depths.
const manifest = createRequire(import.meta.url).resolve('@shipmate/kube-sim/package.json');
const folder = join(dirname(manifest), 'scenarios');

/** Parses a scenario file. @throws Error that names the invalid fields */
export function parseScenario(text: string): Scenario {
  const result = scenarioSchema.safeParse(parse(text));
  if (!result.success) throw new Error(`Invalid scenario:\n${z.prettifyError(result.error)}`, { cause: result.error });
  return result.data;
}

/** Lists the names of the built-in scenarios. */
export async function listScenarios(): Promise<readonly string[]> {
  const files = await readdir(folder);
  return files
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.slice(0, -'.yaml'.length))
    .sort();
}

/** Loads a built-in scenario. @throws Error for an unknown name */
export async function loadScenario(name: string): Promise<Scenario> {
  const names = await listScenarios();
  if (!names.includes(name)) throw new Error(`Scenario "${name}" not found. Use one of: ${names.join(', ')}.`);
  return parseScenario(await readFile(join(folder, `${name}.yaml`), 'utf8'));
}
