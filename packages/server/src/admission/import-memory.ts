import { type ByteBudget, createByteBudget } from '@shipmate/runtime';
import { z } from 'zod';

const megabyte = 1_000_000;

/** The environment variable for the memory of imports and exports. */
export const importMemorySchema = z.object({
  /** MB that imports and exports of one process may hold concurrently; one organization may hold half of it. */
  IMPORT_MEMORY_MB: z.coerce.number().int().min(100).max(100_000).default(256),
});

const maxQueued = 20;

/** Creates the byte budget of a process for imports and exports. */
export function createImportBudget({ IMPORT_MEMORY_MB: megabytes }: z.output<typeof importMemorySchema>): ByteBudget {
  const bytes = megabytes * megabyte;
  return createByteBudget({ name: 'Importing and exporting charts', bytes, tenantBytes: bytes / 2, maxQueued });
}
