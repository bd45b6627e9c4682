import { z } from 'zod';

/** A value of an action that comes from untrusted text. */
export const valueOriginSchema = z.object({
  value: z.string(),
  /** The field with the value, for example `image`; empty for a field without a name. */
  field: z.string(),
  /** Source of the value, in words: `From a pod's log`. */
  from: z.string(),
});
export type ValueOriginView = z.infer<typeof valueOriginSchema>;
