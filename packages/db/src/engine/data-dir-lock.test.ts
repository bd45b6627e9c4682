import { lockDataDir, processIdentity } from './data-dir-lock.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const modulePath = fileURLToPath(new URL('./data-dir-lock.ts', import.meta.url));

describe('lockDataDir', () => {
  let parent: string;
  let dataDir: string;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'shipmate-lock-'));
    dataDir = join(parent, 'data');
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));

  it('rejects a second lock in the same process until the first is released', async () => {
    const lock = await lockDataDir(dataDir);
    await expect(lockDataDir(dataDir)).rejects.toMatchObject({ code: 'CONFLICT', details: { pid: process.pid } });
    await lock.release();
    await (await lockDataDir(dataDir)).release();
    expect(await readdir(parent)).toEqual([]);
  });

  it('rejects a lock of a living process, names the process, and takes over when it was killed', async () => {
    const holder = await lockInAnotherProcess(dataDir);
    await expect(lockDataDir(dataDir)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(`Process ${holder.pid} uses the data directory`),
    });
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    await (await lockDataDir(dataDir)).release();
  });

  it('takes over from an earlier process that had the same id', async () => {
    const stale = JSON.stringify({ pid: process.pid, identity: 'an-earlier-boot/1' });
    await writeFile(`${dataDir}.lock`, stale);
    const lock = await lockDataDir(dataDir);
    expect(await readFile(`${dataDir}.lock`, 'utf8')).not.toBe(stale);
    await lock.release();
    expect(await readdir(parent)).toEqual([]);
  });

  it('gives a free lock to one of many concurrent processes', async () => {
    for (let round = 0; round < 20; round += 1) {
      await writeFile(`${dataDir}.lock`, JSON.stringify({ pid: process.pid, identity: 'an-earlier-boot/1' }));
      const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => lockDataDir(dataDir)));
      const winners = outcomes.filter((outcome) => outcome.status === 'fulfilled');
      expect(winners).toHaveLength(1);
      await winners[0]?.value.release();
    }
  });

  it.each(['', 'not ours', '{"pid":1}'])('leaves a file alone that it cannot read: "%s"', async (content) => {
    await writeFile(`${dataDir}.lock`, content);
    await expect(lockDataDir(dataDir)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(`delete ${dataDir}.lock`),
    });
    expect(await readFile(`${dataDir}.lock`, 'utf8')).toBe(content);
  });
});

describe('processIdentity', () => {
  it('is the same as long as the process lives, and differs between processes', async () => {
    const own = await processIdentity(process.pid);
    expect(own).toBeDefined();
    expect(await processIdentity(process.pid)).toBe(own);
  });

  it('is undefined for a process that does not exist', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    expect(await processIdentity(child.pid ?? 0)).toBeUndefined();
  });
});

async function lockInAnotherProcess(dataDir: string) {
  const script = `
    const { lockDataDir } = await import(${JSON.stringify(modulePath)});
    await lockDataDir(${JSON.stringify(dataDir)});
    console.log('locked');
    setInterval(() => {}, 60_000);`;
  const child = spawn(process.execPath, ['--conditions=@shipmate/source', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}
