import { z } from 'zod';

/** Query of a list that is returned in pages. */
export const pageQuerySchema = z.strictObject({
  /** `next` of the previous page. */
  before: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
