import { setTimeout } from 'node:timers/promises';
import { silentLogger } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import { newId, type UnitOfWork } from '@shipmate/domain';
import { beginRemediation } from '@shipmate/domain/use-cases';
import { isEnded } from '@shipmate/domain/run';
import type { ClusterWriter } from '@shipmate/tools/kubernetes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRunLog } from '../src/index.ts';
import { createRemediationKind } from '../src/kinds/remediation/remediation-kind.ts';
import type { RemediationPorts } from '../src/kinds/remediation/remediation-ports.ts';
import { createExecutor, type RunExecutor } from '../src/run/execute/run-executor.ts';
import { toFreezing } from './freezing-database.ts';
import { crashAtEveryWrite, toKillable, type Kill } from './killable-database.ts';
import {
  answerOf,
  finding,
  type RemediationFixture,
  setVariable,
  startRemediationFixture,
} from './remediation-fixture.ts';

/** Interval at which a process looks for work. */
const lookAgainMs = 5;

let fixture: RemediationFixture;
beforeAll(async () => {
  fixture = await startRemediationFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

/** Begins a remediation that processes which are killed execute. */
async function createScene() {
  const { unitOfWork, principal, cluster } = fixture;
  const { runs, remediations } = unitOfWork.stores;
  const namespace = fixture.breakApi();
  const id = newId();
  await unitOfWork.transaction((stores) =>
    beginRemediation(stores, principal, {
      id,
      issue: `api in ${namespace} restarts again and again`,
      mode: 'manual',
      maxRisk: 'low',
      context: null,
      model: null,
    }),
  );
  let sent = 0;

  function createProcess(killable: UnitOfWork, leaseSeconds = 3_600): RunExecutor {
    const ports = fixture.ports(new ScriptedModel(finding(namespace, answerOf(namespace, [setVariable(namespace)]))));
    const writer: RemediationPorts['kubernetes']['writer'] = async (target): Promise<ClusterWriter> => {
      const writing = await ports.kubernetes.writer(target);
      return { ...writing, patch: (...call) => ((sent += 1), writing.patch(...call)) };
    };
    const kind = createRemediationKind({
      ...ports,
      unitOfWork: killable,
      kubernetes: { ...ports.kubernetes, writer },
    });
    const { notifications } = fixture;
    return createExecutor({
      unitOfWork: killable,
      notifications,
      runLog: createRunLog({ unitOfWork: killable, notifications }),
      logger: silentLogger,
      leaseSeconds,
      kinds: { remediation: kind },
    });
  }

  /** Approves the plan, or lets the time of the next check come. */
  async function wake(): Promise<void> {
    const remediation = await remediations.get(principal, id);
    if (remediation.status === 'awaiting_approval') {
      const { hash: planHash = '' } = remediation.plan ?? {};
      await fixture.decide(remediation, { decision: 'approve', planHash });
      return;
    }
    fixture.passTime(remediation);
    await runs.requeue(id);
  }

  async function work(executor: RunExecutor): Promise<void> {
    for (let run = await runs.get(principal, id); !isEnded(run.status); run = await runs.get(principal, id)) {
      if (run.status === 'waiting') await wake();
      const execution = await executor.resume(id);
      await (execution ? execution.finished : setTimeout(lookAgainMs));
    }
  }

  return {
    id,
    sent: () => sent,
    wake,
    createProcess,
    /** Runs a process until the remediation has ended or the process is dead, and returns its number of writes. */
    async live(kill?: Kill): Promise<number> {
      const database = toKillable(unitOfWork, kill);
      await Promise.race([work(createProcess(database.unitOfWork)), database.died]);
      await database.expireLeases();
      return database.writes();
    },
    async expectDoneOnce(): Promise<void> {
      const events = await runs.listEvents(id, { after: 0, limit: 1_000 });
      const log = events.map(({ event }) => event);
      expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
      expect(await remediations.get(principal, id)).toMatchObject({
        status: 'resolved',
        progress: [{ status: 'done' }],
      });
      expect(await runs.get(principal, id)).toMatchObject({ status: 'completed', stopReason: 'final' });
      expect(sent).toBe(1);
      expect(fixture.apiOf(namespace)?.metadata['generation']).toBe(2);
      const statuses = log.flatMap((event) => (event.type === 'remediation_status' ? [event.status] : []));
      expect(statuses).toEqual(['investigating', 'awaiting_approval', 'executing', 'validating', 'resolved']);
      expect(log.filter(({ type }) => type === 'run_ended')).toHaveLength(1);
      expect(log.at(-1)).toMatchObject({ type: 'run_ended', status: 'completed' });
      cluster.objects.delete({ apiVersion: 'v1', kind: 'Namespace', name: namespace });
    },
  };
}

it('a remediation changes the cluster once when its process dies at any write, before or after it is stored', async () => {
  await expect(crashAtEveryWrite(createScene, 10)).resolves.toBeUndefined();
});

const leaseSeconds = 2;

it('a process that freezes past its lease right after it stores a change as begun does not send it', async () => {
  const { unitOfWork, principal } = fixture;
  const scene = await createScene();
  await (await scene.createProcess(unitOfWork).resume(scene.id))?.finished;
  await scene.wake();
  const frozen = scene.createProcess(freezeAfterBegun(unitOfWork), leaseSeconds);
  await (await frozen.resume(scene.id))?.finished;
  expect(await unitOfWork.stores.remediations.get(principal, scene.id)).toMatchObject({
    status: 'executing',
    progress: [{ status: 'running' }],
  });
  expect(scene.sent()).toBe(0);
  await scene.live();
  await scene.expectDoneOnce();
});

/** Freezes the process once a change is stored as begun. */
function freezeAfterBegun(real: UnitOfWork): UnitOfWork {
  return toFreezing(real, {
    leaseSeconds,
    watch: (stores, begun) => ({
      ...stores,
      remediations: {
        ...stores.remediations,
        advance(writer, change) {
          if (change.progress?.some(({ status }) => status === 'running')) begun();
          return stores.remediations.advance(writer, change);
        },
      },
    }),
  });
}
