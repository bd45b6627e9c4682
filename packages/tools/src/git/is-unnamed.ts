import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Tells a path that git prints with bytes that are no UTF-8, so that no call can name it. */
export function isUnnamed(folder: string, path: string): boolean {
  return path.includes('\uFFFD') && !existsSync(join(folder, path));
}
