import { readdir, readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { AppError } from '@shipmate/core';
import { create } from 'tar';

/** Packs a folder as `.tgz`, below its own name as `helm package` does, without hidden folders such as `.git`. */
export async function packFolder(folder: string): Promise<Buffer> {
  const path = resolve(folder);
  const names = await readdir(path);
  if (names.length === 0) throw new AppError({ code: 'VALIDATION_ERROR', message: `Folder "${folder}" is empty.` });
  const isHidden = (entry: string): boolean =>
    entry
      .split('/')
      .slice(1)
      .some((part) => /^\.(?!helmignore$)/.test(part));
  const pack = create({ gzip: true, cwd: resolve(path, '..'), portable: true, filter: (entry) => !isHidden(entry) }, [
    basename(path),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of pack) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Reads an archive. @throws AppError `VALIDATION_ERROR` that names the file */
export async function readArchive(path: string): Promise<Buffer> {
  return readFile(path).catch((cause: unknown) => {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    throw new AppError({ code: 'VALIDATION_ERROR', message: `Cannot read "${path}" (${reason}).`, cause });
  });
}
