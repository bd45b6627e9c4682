import { z } from 'zod';

/** A model that a person can choose. */
export const modelChoiceSchema = z.object({
  /** `provider:model`. */
  id: z.string(),
  label: z.string(),
  /** True for the scripted model that needs no key; the UI says so wherever it is used. */
  isDemo: z.boolean(),
  /** In US dollars for a million tokens of an ordinary request; null when it is not known. */
  price: z.object({ input: z.number(), output: z.number() }).nullable(),
});

/** `GET /api/session`: who is signed in and what they can choose. 401 without a session. */
export const sessionResponseSchema = z.object({
  user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  organization: z.object({ id: z.string(), name: z.string() }),
  models: z.array(modelChoiceSchema),
  defaultModel: z.string(),
  /** Where programs call tools with a token; null when this app was not told. */
  toolsApiUrl: z.string().nullable(),
});
export type ModelChoice = z.infer<typeof modelChoiceSchema>;
export type SessionResponse = z.infer<typeof sessionResponseSchema>;
