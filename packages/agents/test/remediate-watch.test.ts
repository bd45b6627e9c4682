import { AppError } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import { newId } from '@shipmate/domain';
import type { Remediation } from '@shipmate/domain/remediation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  answerOf,
  finding,
  type RemediationFixture,
  setVariable,
  startRemediationFixture,
} from './remediation-fixture.ts';

const unused = new ScriptedModel([]);
let fixture: RemediationFixture;

beforeAll(async () => {
  fixture = await startRemediationFixture();
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

const store = () => fixture.unitOfWork.stores.remediations;

/** Approves and executes a fix, until its watch begins. */
async function beginWatching(): Promise<Remediation> {
  const namespace = fixture.breakApi();
  using model = new ScriptedModel(finding(namespace, answerOf(namespace, [setVariable(namespace)])));
  const planned = await fixture.begin(model);
  const { hash: planHash = '' } = planned.plan ?? {};
  const watched = await fixture.step(unused, await fixture.decide(planned, { decision: 'approve', planHash }));
  expect(watched).toMatchObject({ status: 'validating', watch: { waitingFor: expect.any(String) } });
  return watched;
}

it('a watch occupies no worker, and an executor that is too early changes nothing', async () => {
  const watched = await beginWatching();
  const { runs } = fixture.unitOfWork.stores;
  expect(await runs.get(fixture.principal, watched.id)).toMatchObject({ status: 'waiting' });
  expect(await runs.claim(watched.id, { owner: newId(), seconds: 60 })).toBeUndefined();
  expect(await fixture.step(unused, watched)).toEqual(watched);
  expect(await fixture.advance(unused, watched)).toMatchObject({ status: 'resolved' });
});

it('a watch is resumed with the baseline from before the change when its worker died', async () => {
  const watched = await beginWatching();
  const { runs } = fixture.unitOfWork.stores;
  await runs.requeue(watched.id);
  expect(await runs.claim(watched.id, { owner: newId(), seconds: 0 })).toBeDefined();
  fixture.passTime(watched);
  expect(await fixture.advance(unused, watched)).toMatchObject({
    status: 'resolved',
    watch: { before: watched.watch?.before },
  });
});

it('a watch repeats its check when the cluster does not respond, and is unverified after an hour', async () => {
  const watched = await beginWatching();
  const ports = fixture.ports(unused);
  const silent = new AppError({ code: 'EXTERNAL_API_ERROR', message: 'It does not answer.', recoverable: true });
  const kubernetes = { ...ports.kubernetes, reader: () => Promise.reject(silent) };
  const look = async (): Promise<Remediation> => {
    fixture.passTime(await store().get(fixture.principal, watched.id));
    return fixture.step(unused, watched, { kubernetes });
  };
  expect(await look()).toMatchObject({
    status: 'validating',
    watch: { waitingFor: expect.stringContaining('It does not answer') },
  });
  fixture.cluster.advance(3_600_000);
  expect(await look()).toMatchObject({ status: 'unverified', reason: expect.stringContaining('It does not answer') });
});
