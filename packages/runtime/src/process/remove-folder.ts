import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { runProcess } from './run-process.ts';

/** Removes a folder with its content, also one that a program may have filled with paths that are too long for Node, or locked. @throws Error */
export async function removeFolder(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch (thrown) {
    const limits = { timeoutMs: 60_000, maxOutputBytes: 1_000 };
    const options = { cwd: dirname(path), env: {}, signal: new AbortController().signal, ...limits };
    await runProcess('/bin/chmod', ['-R', 'u+rwX', path], options);
    const { exitCode } = await runProcess('/bin/rm', ['-rf', path], options);
    if (exitCode !== 0) throw thrown;
  }
}
