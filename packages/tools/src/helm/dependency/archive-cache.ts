import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** An on-disk cache of chart archives by their digest. */
export interface ArchiveCache {
  /** Returns `undefined` for an archive whose content no longer has its digest. */
  read(digest: string): Promise<Uint8Array | undefined>;
  write(archive: Uint8Array): Promise<void>;
}

/** Creates a cache in a folder, which is created with the first archive. */
export function createArchiveCache(folder: string): ArchiveCache {
  const pathOf = (digest: string): string => join(folder, `${digest}.tgz`);
  return {
    async read(digest) {
      const archive = await readFile(pathOf(digest)).catch(() => undefined);
      return archive && digestOf(archive) === digest ? archive : undefined;
    },
    async write(archive) {
      const path = pathOf(digestOf(archive));
      const partial = `${path}.${randomUUID()}`;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(partial, archive);
      await rename(partial, path);
    },
  };
}

/** Returns the SHA-256 of bytes, in hex. */
export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
