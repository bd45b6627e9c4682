import { noUsage } from '@shipmate/core';
import { createTestDatabase, createTestTenant } from '@shipmate/db/testing';
import { newId } from '@shipmate/domain';
import type { RunEnd } from '@shipmate/domain/run';
import { beginRemediation, claimRun } from '@shipmate/domain/use-cases';
import { expect, it } from 'vitest';

const options = { kinds: ['remediation'], leaseSeconds: 60 } as const;
const output = { type: 'remediation_status', status: 'investigating', reason: 'Half done.' } as const;
const end: RunEnd = {
  status: 'failed',
  stopReason: 'aborted',
  usage: noUsage,
  costUsd: 0,
  errorCode: 'EXTERNAL_API_ERROR',
  errorMessage: 'The incident system did not answer.',
};

async function openScene(engine: 'pglite' | 'postgres') {
  const database = await createTestDatabase(engine);
  const { unitOfWork } = database;
  const { principal } = await createTestTenant(unitOfWork);
  const id = newId();
  const request = { issue: 'The shop is slow.', mode: 'manual', maxRisk: 'low', context: null, model: null } as const;
  await unitOfWork.transaction((stores) => beginRemediation(stores, principal, { id, ...request }));
  const { runs } = unitOfWork.stores;
  const readLog = async () => (await runs.listEvents(id, { after: 0, limit: 100 })).map(({ event }) => event);
  const claim = async () => {
    const held = await claimRun(unitOfWork, options);
    if (held === undefined) throw new Error('There is no run to claim.');
    return held;
  };
  return { unitOfWork, principal, runs, id, readLog, claim, [Symbol.asyncDispose]: () => database.close() };
}

it.each(['pglite', 'postgres'] as const)(
  'a held run appends to its log and ends with its last event on %s',
  async (engine) => {
    await using scene = await openScene(engine);
    const held = await scene.claim();
    expect(await claimRun(scene.unitOfWork, options)).toBeUndefined();
    expect(held.principal).toMatchObject({ userId: scene.principal.userId, via: 'job' });
    expect(await held.append([output])).toBe(3);
    await held.end(end);
    const { status, errorCode: code, errorMessage: message } = end;
    expect((await scene.readLog()).slice(2)).toEqual([
      output,
      { type: 'run_ended', status, stopReason: 'aborted', usage: noUsage, costUsd: 0, error: { code, message } },
    ]);
    expect(await scene.runs.get(scene.principal, scene.id)).toMatchObject({ status, errorCode: code });
    await expect(held.renew()).rejects.toMatchObject({ code: 'CONFLICT' });
  },
);

it.each(['pglite', 'postgres'] as const)('only the current owner of a held run writes on %s', async (engine) => {
  await using scene = await openScene(engine);
  const earlier = await scene.claim();
  await scene.runs.renew(earlier.lease, 0);
  const current = await scene.claim();
  expect(current.run.attempt).toBe(2);
  for (const write of [
    () => earlier.renew(),
    () => earlier.append([output]),
    () => earlier.release('queued'),
    () => earlier.end(end),
  ]) {
    await expect(write()).rejects.toMatchObject({ code: 'CONFLICT' });
  }
  expect(await scene.readLog()).toHaveLength(2);
  await current.release('queued');
  await (await scene.claim()).append([output]);
});

it.each(['pglite', 'postgres'] as const)(
  'nothing of an append is stored when its write fails on %s',
  async (engine) => {
    await using scene = await openScene(engine);
    const held = await scene.claim();
    const failing = () => Promise.reject(new Error('The write failed.'));
    await expect(held.append([output], failing)).rejects.toThrow('The write failed.');
    await expect(held.end(end, failing)).rejects.toThrow('The write failed.');
    await expect(held.release('queued', failing)).rejects.toThrow('The write failed.');
    expect(await scene.readLog()).toHaveLength(2);
    expect(await held.renew()).toMatchObject({ status: 'running' });
  },
);

it('a waiting run is claimed when its stop is requested or its time is over', async () => {
  await using scene = await openScene('pglite');
  await (await scene.claim()).release({ wakeInMs: 3_600_000 });
  expect(await claimRun(scene.unitOfWork, options)).toBeUndefined();
  await scene.runs.requestStop(scene.principal, scene.id);
  const held = await scene.claim();
  expect(held.run.stopRequestedAt).not.toBeNull();
  await held.release({ wakeInMs: 0 });
  await scene.claim();
});
