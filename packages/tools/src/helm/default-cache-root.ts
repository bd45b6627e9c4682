import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where what is fetched or unpacked once is kept: `shipmate` in the cache folder of this user. */
export function defaultCacheRoot(): string {
  return join(homedir(), '.cache', 'shipmate');
}
