import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppError } from '@shipmate/core';

/** A lock that makes a data directory exclusive to this process. */
interface DataDirLock {
  release(): Promise<void>;
}

/**
 * Locks a data directory with the file `<directory>.lock`, which contains the identity of its process. The lock of a
 * process that no longer exists is taken over.
 *
 * @throws AppError `CONFLICT` when a living process holds it.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const file = `${resolve(dataDir)}.lock`;
  const own = JSON.stringify({ pid: process.pid, identity: await processIdentity(process.pid) });
  while (!(await createExclusively(file, own))) {
    const held = await readFile(file, 'utf8').catch(ignoreAbsence);
    if (held === undefined) continue;
    const holder = parseHolder(held);
    if (!holder || (await processIdentity(holder.pid)) === holder.identity) throw inUse(file, holder?.pid);
    if (await takeOver(file, held, own)) break;
  }
  return { release: () => rm(file, { force: true }) };
}

/**
 * Replaces the lock of a process that no longer exists, unless the lock has changed meanwhile. Only the process that
 * creates the auxiliary file may replace it, so exactly one of several processes takes over a stale lock.
 */
async function takeOver(file: string, stale: string, own: string): Promise<boolean> {
  const next = `${file}.next`;
  if (!(await createExclusively(next, own))) throw inUse(next);
  if ((await readFile(file, 'utf8').catch(ignoreAbsence)) === stale) {
    await rename(next, file);
    return true;
  }
  await rm(next);
  return false;
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

function parseHolder(held: string): { readonly pid: number; readonly identity: string } | undefined {
  const match = /^\{"pid":(\d+),"identity":"([^"]+)"\}$/.exec(held);
  return match?.[1] && match[2] ? { pid: Number(match[1]), identity: match[2] } : undefined;
}

function inUse(file: string, pid?: number): AppError {
  const who = pid === undefined ? 'Another process' : `Process ${pid}`;
  return new AppError({
    code: 'CONFLICT',
    message: `${who} uses the data directory. Stop it first; if no Shipmate runs on this directory, delete ${file}.`,
    details: { pid: pid ?? null },
  });
}

function ignoreAbsence(thrown: unknown): undefined {
  if (!hasCode(thrown, 'ENOENT')) throw thrown;
}

function hasCode(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === code;
}

/**
 * Returns an identity that distinguishes a process from a later one with the same id (after a restart of the machine or
 * the container): on Linux the boot and its start time, elsewhere only that it lives. `undefined` when the process does
 * not exist.
 */
export async function processIdentity(pid: number): Promise<string | undefined> {
  if (!isAlive(pid)) return undefined;
  try {
    const [bootId, stat] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ]);
    // The name, in parentheses, may contain anything; the start time is the 20th field after it.
    const startedAt = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${bootId.trim()}/${startedAt}`;
  } catch {
    return 'alive';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM';
  }
}
