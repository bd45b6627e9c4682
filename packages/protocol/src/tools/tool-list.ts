import { z } from 'zod';

/** A tool as a caller over HTTP is told of it. */
export const toolDescriptionSchema = z.object({
  name: z.string(),
  description: z.string(),
  category: z.string(),
  /** The worst that a call can do. */
  effect: z.enum(['read', 'write', 'destructive']),
  inputSchema: z.record(z.string(), z.unknown()),
  outputSchema: z.record(z.string(), z.unknown()).optional(),
  /** The path to post an input to. */
  route: z.string(),
});
export type ToolDescription = z.infer<typeof toolDescriptionSchema>;

/** `GET /api/tools`. */
export const toolListSchema = z.object({ tools: z.array(toolDescriptionSchema) });
export type ToolList = z.infer<typeof toolListSchema>;
