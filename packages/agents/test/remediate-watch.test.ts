import { AppError, silentLogger } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import { newId } from '@shipmate/domain';
import type { Remediation } from '@shipmate/domain/remediation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { advanceRemediation } from '../src/flows/remediate/advance-remediation.ts';
import { resumeRemediations } from '../src/jobs/resume-remediations.ts';
import { answerOf, finding, type RemediationWorld, setVariable, startRemediationWorld } from './remediation-world.ts';

const unused = new ScriptedModel([]);
let world: RemediationWorld;

beforeAll(async () => {
  world = await startRemediationWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const store = () => world.unitOfWork.stores.remediations;

/** Approves and executes a fix, until its watch begins. */
async function beginWatching(): Promise<Remediation> {
  const namespace = world.breakApi();
  using model = new ScriptedModel(finding(namespace, answerOf(namespace, [setVariable(namespace)])));
  const planned = await world.begin(model);
  const { hash: planHash = '' } = planned.plan ?? {};
  const watched = await world.step(unused, await world.decide(planned, { decision: 'approve', planHash }));
  expect(watched).toMatchObject({ status: 'validating', watch: { waitingFor: expect.any(String) } });
  return watched;
}

it('a watch occupies no worker, and a job that arrives too early changes nothing', async () => {
  const watched = await beginWatching();
  const claim = { remediationId: watched.id, owner: newId(), seconds: 60 };
  expect(await store().claim(claim)).toBeDefined();
  await store().release(claim);
  expect(await world.step(unused, watched)).toEqual(watched);
  expect(await world.advance(unused, watched)).toMatchObject({ status: 'resolved' });
});

it('a watch is resumed with the baseline from before the change when its worker died', async () => {
  const watched = await beginWatching();
  await store().claim({ remediationId: watched.id, owner: newId(), seconds: -1 });
  expect((await resumeRemediations(world.unitOfWork)).resumed).toBeGreaterThan(0);
  world.passTime(watched);
  expect(await world.advance(unused, watched)).toMatchObject({
    status: 'resolved',
    watch: { before: watched.watch?.before },
  });
});

it('a watch repeats its check when the cluster does not respond, and is unverified after an hour', async () => {
  const watched = await beginWatching();
  const ports = world.ports(unused);
  const silent = new AppError({ code: 'EXTERNAL_API_ERROR', message: 'It does not answer.', recoverable: true });
  const kubernetes = { ...ports.kubernetes, reader: () => Promise.reject(silent) };
  const look = async (): Promise<Remediation> => {
    const { signal } = new AbortController();
    const { principal } = world;
    world.passTime(await store().get(principal, watched.id));
    const task = { remediationId: watched.id, principal, logger: silentLogger, signal };
    await advanceRemediation({ ...ports, kubernetes }, task);
    return store().get(principal, watched.id);
  };
  expect(await look()).toMatchObject({
    status: 'validating',
    watch: { waitingFor: expect.stringContaining('It does not answer') },
  });
  world.cluster.advance(3_600_000);
  expect(await look()).toMatchObject({ status: 'unverified', reason: expect.stringContaining('It does not answer') });
});
