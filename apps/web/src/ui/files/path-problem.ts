import type { AppError } from '@shipmate/core';
import { z } from 'zod';

const aboutPath = z.union([
  z.object({ reason: z.literal('file_exists') }),
  z.object({ issues: z.tuple([z.object({ path: z.literal('path') })]) }),
]);

/** Returns true when an error describes a defect of the entered path. */
export function isAboutPath({ details }: AppError): boolean {
  return aboutPath.safeParse(details).success;
}
