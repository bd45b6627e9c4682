import { z } from 'zod';
import { parseQuantity } from '../object/quantity.ts';

const seconds = z.number().nonnegative();

/** When a rule holds; all that is named must. */
const conditionSchema = z.strictObject({
  /** Values of environment variables as the container sees them; null for an absent one. */
  env: z.record(z.string(), z.string().nullable()).optional(),
  /** A pattern that command and arguments, joined by spaces, match. */
  command: z.string().optional(),
  /** The container's memory limit is below this quantity. */
  memoryLimitBelow: z.string().optional(),
  /**
   * What the container cannot connect to, such as `db`, `db.data:5432` or `203.0.113.7:443`: as a text for whatever reason, or only where
   * the name is unknown, where nothing listens, or where a network policy is in the way.
   */
  unreachable: z
    .union([
      z.string(),
      z.strictObject({ target: z.string(), because: z.enum(['unresolved', 'refused', 'timed-out']) }),
    ])
    .optional(),
  /** What the pod's service account may not do, in the pod's namespace if none is given. */
  forbidden: z
    .strictObject({
      verb: z.string(),
      resource: z.string(),
      group: z.string().default(''),
      namespace: z.string().optional(),
    })
    .optional(),
  /** A key of a ConfigMap that the pod mounts, and a pattern that its text matches. */
  config: z.strictObject({ key: z.string(), matches: z.string() }).optional(),
});

const quantity = z.string().refine((text) => parseQuantity(text) !== undefined, 'is no quantity, such as 250m or 64Mi');

/** From so many seconds after the start on it uses so much; what is left out stays as it was. */
const usageStepSchema = z.strictObject({
  after: seconds.default(0),
  cpu: quantity.optional(),
  /** Above the container's limit it is killed. */
  memory: quantity.optional(),
  /** Written to its file system and its logs; above the limits of the pod, the pod is evicted. */
  ephemeralStorage: quantity.optional(),
  /** The processors are those of all ready pods of the same controller together, as with requests that are spread over them. */
  shared: z.boolean().default(false),
});

export const behaviourSchema = z.strictObject({
  /** Why it cannot even be started, such as `exec: "serve": executable file not found in $PATH`. */
  startError: z.string().optional(),
  /** Ends after so many seconds; without it the container runs on. */
  exitAfter: seconds.optional(),
  exitCode: z.number().int().min(0).max(255).default(0),
  /** Killed for its memory. */
  oomKilled: z.boolean().default(false),
  /** What it uses, by time; the metrics API tells it, and autoscalers go by it. */
  usage: z.array(usageStepSchema).default([]),
  /** What it writes, and when after its start. `every` repeats the line. */
  logs: z
    .array(z.strictObject({ after: seconds.default(0), every: seconds.positive().optional(), text: z.string() }))
    .default([]),
  /** The ports it listens on; the declared ones if not said. */
  listens: z.array(z.number().int()).optional(),
  /** HTTP statuses by path; `*` for all others. */
  http: z.record(z.string(), z.number().int()).default({}),
  /** How long after its start it begins to listen. */
  listensAfter: seconds.default(0),
  /** While it runs it looks again so often which rule holds, and goes on as that one says without a restart. */
  recheckEvery: seconds.positive().optional(),
  /** Exit code of commands that probes run; without it they are evaluated like the container's own command. */
  probeExitCode: z.number().int().optional(),
});

/** How containers of some images behave. */
export const imageRuleSchema = z.strictObject({
  /** The image, where `*` stands for anything. */
  image: z.string(),
  /** The user that the image runs as, by number or name; root if no rule for the image says so. */
  user: z.union([z.number().int().nonnegative(), z.string()]).optional(),
  /** Why it cannot be pulled; an unauthorized pod needs a pull secret for the registry. */
  pull: z.enum(['missing', 'unauthorized']).optional(),
  when: conditionSchema.default({}),
  run: behaviourSchema.prefault({}),
});

/** As one writes it; what is left out has its default. */
export type ImageRule = z.input<typeof imageRuleSchema>;
export type ParsedImageRule = z.output<typeof imageRuleSchema>;
export type Behaviour = z.output<typeof behaviourSchema>;
export type Condition = z.output<typeof conditionSchema>;

/** Whether an image fits a pattern. */
export function matchesImage(pattern: string, image: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`).test(image);
}
