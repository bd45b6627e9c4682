import { homedir } from 'node:os';
import { join } from 'node:path';

/** Returns the cache folder of this user for downloaded and unpacked files: `shipmate` in the user's cache folder. */
export function defaultCacheRoot(): string {
  return join(homedir(), '.cache', 'shipmate');
}
