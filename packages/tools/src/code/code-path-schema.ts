import { z } from 'zod';

/** The path of a file in a checkout, as models give it. */
export function codePathSchema(): z.ZodString {
  return z.string().min(1).max(500).describe('Path of the file, relative to the root of the repository.');
}
