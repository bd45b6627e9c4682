import { z } from 'zod';
import { parseDuration } from '../parse-duration.ts';
import { defineActionType } from './action-type.ts';

/** Waits. */
export const delay = defineActionType({
  type: 'delay',
  category: 'control',
  description: 'Wait for a duration such as 1h30m, at most 720h. The wait survives restarts.',
  config: z.strictObject({
    duration: z
      .string()
      .max(50)
      .refine((text) => parseDuration(text) !== undefined, 'must be a duration from 1s to 720h, such as 1h30m'),
  }),
  ports: ['success'],
  isLong: true,
});
