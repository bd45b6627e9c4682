import { z } from 'zod';
import { parseQuantity } from '../object/quantity.ts';

const seconds = z.number().nonnegative();

/** Conditions of a rule; all given ones must hold. */
const conditionSchema = z.strictObject({
  /** Values of environment variables in the container; null for an unset one. */
  env: z.record(z.string(), z.string().nullable()).optional(),
  /** A pattern for command and arguments, joined by spaces. */
  command: z.string().optional(),
  /** Holds if the container's memory limit is below this quantity. */
  memoryLimitBelow: z.string().optional(),
  /**
   * A target that the container cannot connect to, such as `db`, `db.data:5432` or `203.0.113.7:443`: a string for any
   * reason, or
   * an object for an unknown name, a port without a listener, or a network policy only.
   */
  unreachable: z
    .union([
      z.string(),
      z.strictObject({ target: z.string(), because: z.enum(['unresolved', 'refused', 'timed-out']) }),
    ])
    .optional(),
  /** Access that the pod's service account lacks, by default in the pod's namespace. */
  forbidden: z
    .strictObject({
      verb: z.string(),
      resource: z.string(),
      group: z.string().default(''),
      namespace: z.string().optional(),
    })
    .optional(),
  /** A key of a mounted ConfigMap, with a pattern for its value. */
  config: z.strictObject({ key: z.string(), matches: z.string() }).optional(),
});

const quantity = z.string().refine((text) => parseQuantity(text) !== undefined, 'is no quantity, such as 250m or 64Mi');

/** Usage from a number of seconds after the start; omitted resources keep their usage. */
const usageStepSchema = z.strictObject({
  after: seconds.default(0),
  cpu: quantity.optional(),
  /** Above the container's limit it is OOM-killed. */
  memory: quantity.optional(),
  /** Bytes in its file system and logs; above the pod's limits, the pod is evicted. */
  ephemeralStorage: quantity.optional(),
  /** The CPU usage is a total, split among the controller's ready pods like load-balanced requests. */
  shared: z.boolean().default(false),
});

export const behaviourSchema = z.strictObject({
  /** Reason why the container cannot start, such as `exec: "serve": executable file not found in $PATH`. */
  startError: z.string().optional(),
  /** Seconds until it exits; without it, it runs on. */
  exitAfter: seconds.optional(),
  exitCode: z.number().int().min(0).max(255).default(0),
  /** OOM-killed at its exit. */
  oomKilled: z.boolean().default(false),
  /** Usage over time, for the metrics API and autoscalers. */
  usage: z.array(usageStepSchema).default([]),
  /** Log lines, with seconds after the start; `every` repeats a line. */
  logs: z
    .array(z.strictObject({ after: seconds.default(0), every: seconds.positive().optional(), text: z.string() }))
    .default([]),
  /** Ports that it listens on. Default: the declared ones. */
  listens: z.array(z.number().int()).optional(),
  /** HTTP status by path; `*` for all other paths. */
  http: z.record(z.string(), z.number().int()).default({}),
  /** Seconds until it listens. */
  listensAfter: seconds.default(0),
  /** Seconds between rule checks while it runs; it follows the then matching rule without a restart. */
  recheckEvery: seconds.positive().optional(),
  /** Exit code of exec probes. Default: probe commands are evaluated like the container's own command. */
  probeExitCode: z.number().int().optional(),
});

/** A rule for the containers of matching images. */
export const imageRuleSchema = z.strictObject({
  /** The image; `*` matches anything. */
  image: z.string(),
  /** The image's user, by number or name. Default: root, unless another rule for the image has one. */
  user: z.union([z.number().int().nonnegative(), z.string()]).optional(),
  /** Reason why it cannot be pulled; `unauthorized` needs a pull secret for the registry. */
  pull: z.enum(['missing', 'unauthorized']).optional(),
  when: conditionSchema.default({}),
  run: behaviourSchema.prefault({}),
});

/** The input form, with defaults omitted. */
export type ImageRule = z.input<typeof imageRuleSchema>;
export type ParsedImageRule = z.output<typeof imageRuleSchema>;
export type Behaviour = z.output<typeof behaviourSchema>;
export type Condition = z.output<typeof conditionSchema>;

/** Tests whether an image matches a pattern. */
export function matchesImage(pattern: string, image: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`).test(image);
}
