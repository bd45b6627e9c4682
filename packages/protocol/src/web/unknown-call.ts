import { unknownCallChoices } from '@shipmate/domain/run';
import { z } from 'zod';

/**
 * `POST /api/chat/{id}/tool-calls/{toolCallId}/decision` returns 204. An interrupted call with a possible effect waits
 * for it, announced by a part `data-tool_call_unknown` of the stream: it took effect (`done`), is to be made again
 * (`again`), or is not (`leave`). CONFLICT when the outcome of the call is known.
 */
export const unknownCallDecisionRequestSchema = z.strictObject({ choice: z.enum(unknownCallChoices) });
export type UnknownCallDecisionRequest = z.infer<typeof unknownCallDecisionRequestSchema>;
