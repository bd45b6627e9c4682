import { unknownCallChoices } from '@shipmate/domain/run';
import { z } from 'zod';

/**
 * `POST /api/chat/{id}/tool-calls/{toolCallId}/decision` answers 204. A call that may change something and was interrupted waits
 * for it, told of by a part `data-tool_call_unknown` of the stream: it took effect (`done`), it is to be made again (`again`), or
 * it is not (`leave`). Once the call is not in doubt, it is a CONFLICT.
 */
export const unknownCallDecisionRequestSchema = z.object({ choice: z.enum(unknownCallChoices) });
export type UnknownCallDecisionRequest = z.infer<typeof unknownCallDecisionRequestSchema>;
