import type { AppError } from '@shipmate/core';
import { z } from 'zod';

const aboutPath = z.union([
  z.object({ reason: z.literal('file_exists') }),
  z.object({ issues: z.tuple([z.object({ path: z.literal('path') })]) }),
]);

/** Whether an error says what is wrong with the path that a person wrote. */
export function isAboutPath({ details }: AppError): boolean {
  return aboutPath.safeParse(details).success;
}
