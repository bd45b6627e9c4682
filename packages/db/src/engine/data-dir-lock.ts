import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppError } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import { processIdentity } from './process-identity.ts';

/** A data directory that is this process's own for now. */
export interface DataDirLock {
  release(): Promise<void>;
}

/**
 * Takes the lock of a data directory: the file `<directory>.lock` that holds the identity of its process. A lock whose
 * process is gone is taken over.
 *
 * @throws AppError `CONFLICT` when a living process has it.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const file = `${resolve(dataDir)}.lock`;
  const content = JSON.stringify({ pid: process.pid, identity: await processIdentity(process.pid) });
  while (!(await createExclusively(file, content))) {
    const held = await readFile(file, 'utf8').catch(ignoreAbsence);
    if (held !== undefined) await removeStale(file, held, dataDir);
  }
  return { release: () => rm(file, { force: true }) };
}

async function createExclusively(file: string, content: string): Promise<boolean> {
  try {
    await writeFile(file, content, { flag: 'wx', flush: true });
    return true;
  } catch (thrown) {
    if (hasCode(thrown, 'EEXIST')) return false;
    throw thrown;
  }
}

/** Removes a lock whose process is gone. It is moved aside first: of several processes that find it, one moves it. */
async function removeStale(file: string, held: string, dataDir: string): Promise<void> {
  const holder = parseHolder(held);
  if (!holder || (await processIdentity(holder.pid)) === holder.identity) {
    const who = holder ? `process ${holder.pid}` : 'an unknown process';
    throw new AppError({
      code: 'CONFLICT',
      message: `The data directory ${dataDir} is in use by ${who}. Stop it first; if nothing uses the directory, delete ${file}.`,
      details: { pid: holder?.pid ?? null },
    });
  }
  const aside = `${file}.${newId()}`;
  await rename(file, aside).catch(ignoreAbsence);
  await rm(aside, { force: true });
}

function parseHolder(held: string): { readonly pid: number; readonly identity: string } | undefined {
  const match = /^\{"pid":(\d+),"identity":"([^"]+)"\}$/.exec(held);
  return match?.[1] && match[2] ? { pid: Number(match[1]), identity: match[2] } : undefined;
}

function ignoreAbsence(thrown: unknown): undefined {
  if (!hasCode(thrown, 'ENOENT')) throw thrown;
}

function hasCode(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === code;
}
