import { z } from 'zod';

/** The name of a function, class, method or variable, in any of the languages. */
export function symbolNameSchema(): z.ZodString {
  return z
    .string()
    .max(200)
    .regex(/^[#@$]{0,2}[\p{L}_$][\p{L}\p{N}_$]*[!?]?$/u, 'must be one identifier, such as parseInput');
}
