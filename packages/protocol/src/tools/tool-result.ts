import { errorCodes, type ToolResult } from '@shipmate/core';
import { z } from 'zod';

/** `POST /api/tools/{name}`: the result of the call. A failure within the tool is a 200 with `success: false`. */
export const toolResultSchema = z.object({
  success: z.boolean(),
  data: z.unknown().optional(),
  error: z.string().optional(),
  metadata: z.looseObject({ code: z.enum(errorCodes).optional(), recoverable: z.boolean().optional() }).optional(),
}) as z.ZodType<ToolResult>;
