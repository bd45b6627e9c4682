import { z } from 'zod';

/** A selectable model. */
export const modelChoiceSchema = z.object({
  /** `provider:model`. */
  id: z.string(),
  label: z.string(),
  /** True for the scripted model that needs no key; the UI marks it everywhere. */
  isDemo: z.boolean(),
  /** In US dollars per million tokens of an ordinary request; null when unknown. */
  price: z.object({ input: z.number(), output: z.number() }).nullable(),
});

/** `GET /api/session`: the signed-in person and the available choices. 401 without a session. */
export const sessionResponseSchema = z.object({
  user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  organization: z.object({ id: z.string(), name: z.string() }),
  models: z.array(modelChoiceSchema),
  defaultModel: z.string(),
  /** Address of the tools API for API clients; null when not configured. */
  toolsApiUrl: z.string().nullable(),
  /** True when a cluster is configured. */
  hasCluster: z.boolean(),
  /** True when jobs in repositories are set up and the organization has one. */
  hasRepositories: z.boolean(),
});
export type ModelChoice = z.infer<typeof modelChoiceSchema>;
export type SessionResponse = z.infer<typeof sessionResponseSchema>;
