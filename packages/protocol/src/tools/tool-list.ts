import { z } from 'zod';

/** The description of a tool for HTTP callers. */
export const toolDescriptionSchema = z.object({
  name: z.string(),
  description: z.string(),
  category: z.string(),
  /** The maximum effect of a call. */
  effect: z.enum(['read', 'write', 'destructive']),
  inputSchema: z.record(z.string(), z.unknown()),
  outputSchema: z.record(z.string(), z.unknown()).optional(),
  /** Path to post an input to. */
  route: z.string(),
});
export type ToolDescription = z.infer<typeof toolDescriptionSchema>;

/** `GET /api/tools`. */
export const toolListSchema = z.object({ tools: z.array(toolDescriptionSchema) });
export type ToolList = z.infer<typeof toolListSchema>;
