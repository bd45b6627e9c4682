import { AppError, errorCodes } from '@shipmate/core';
import { z } from 'zod';

/** The body of every failed request. */
export const errorEnvelopeSchema = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.enum(errorCodes),
  requestId: z.string().optional(),
  details: z.unknown().optional(),
});
export type ErrorEnvelope = z.infer<typeof errorEnvelopeSchema>;

/** Encodes an error for the wire, without its cause. */
export function toErrorEnvelope(error: AppError, requestId?: string): ErrorEnvelope {
  return {
    success: false,
    message: error.message,
    code: error.code,
    ...(requestId === undefined ? {} : { requestId }),
    ...(error.details === undefined ? {} : { details: error.details }),
  };
}

/** Decodes an error from the wire; a body that is no envelope becomes `EXTERNAL_API_ERROR`. */
export function fromErrorEnvelope(body: unknown, status: number): AppError {
  const parsed = errorEnvelopeSchema.safeParse(body);
  if (!parsed.success) {
    return new AppError({
      code: 'EXTERNAL_API_ERROR',
      message: `The server answered ${status} without a readable error.`,
    });
  }
  const { code, message, details } = parsed.data;
  return new AppError({ code, message, ...(details === undefined ? {} : { details }) });
}
