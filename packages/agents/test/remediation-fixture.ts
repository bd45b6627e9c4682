import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bindTools, type ChatModel, type JsonValue, type Principal, silentLogger } from '@shipmate/core';
import { ScriptedModel, type ScriptedStep } from '@shipmate/core/testing';
import { createTestDatabase, createTestTenant, type TestDatabase } from '@shipmate/db/testing';
import { newId, type UnitOfWork } from '@shipmate/domain';
import { beginRemediation, type PlanVerdict } from '@shipmate/domain/use-cases';
import type { NewRemediation, Remediation, RemediationChange } from '@shipmate/domain/remediation';
import type { RunNotifications } from '@shipmate/domain/run';
import { type Cluster, createCluster, type KubeObject } from '@shipmate/kube-sim';
import { createKubernetesClient, KUBECTL_TOOLS } from '@shipmate/tools/kubernetes';
import { createInlineCompute } from '@shipmate/tools/testing';
import { createRunLog } from '../src/index.ts';
import { decidePlan } from '../src/kinds/remediation/decide-plan.ts';
import { createRemediationKind } from '../src/kinds/remediation/remediation-kind.ts';
import type { RemediationPorts } from '../src/kinds/remediation/remediation-ports.ts';
import { stopRemediation } from '../src/kinds/remediation/stop-remediation.ts';
import { createExecutor } from '../src/run/execute/run-executor.ts';

type Json = Readonly<Record<string, unknown>>;
type Answer = Readonly<Record<string, JsonValue>>;

/** A simulated cluster and a database for tests of remediations. */
export interface RemediationFixture extends AsyncDisposable {
  readonly cluster: Cluster;
  readonly unitOfWork: UnitOfWork;
  readonly principal: Principal;
  readonly notifications: RunNotifications;
  /** Creates ports with a scripted model. */
  ports(model: ChatModel): RemediationPorts;
  /** Begins a remediation and advances it until it waits for a person or has ended. */
  begin(model: ChatModel, request?: Partial<NewRemediation>): Promise<Remediation>;
  /**
   * Executes a remediation until it waits for a person or has ended; the time of the cluster advances in between.
   */
  advance(model: ChatModel, remediation: Remediation, ports?: Partial<RemediationPorts>): Promise<Remediation>;
  /** Executes a remediation until its run waits or has ended. */
  step(model: ChatModel, remediation: Remediation, ports?: Partial<RemediationPorts>): Promise<Remediation>;
  /** Stops a remediation, and returns it when it has ended or is changing the cluster. */
  stop(remediation: Remediation): Promise<Remediation>;
  /** Changes the stored remediation, as a person with access to the database could. */
  tamper(remediation: Remediation, change: RemediationChange): Promise<void>;
  /** Advances the time to the next check. */
  passTime(remediation: Remediation): void;
  decide(remediation: Remediation, verdict: PlanVerdict): Promise<Remediation>;
  /** Approves all actions of the plan and advances the remediation. */
  approve(remediation: Remediation): Promise<Remediation>;
  /** Creates a crashing Deployment `api` in a new namespace and returns the namespace. */
  breakApi(metadata?: Json): string;
  /** Reads that Deployment. */
  apiOf(namespace: string): KubeObject | undefined;
}

const unused: ChatModel = new ScriptedModel([]);

/** Creates a cluster whose containers need `DATABASE_URL`. */
const createApiCluster = () =>
  createCluster({
    startTime: new Date('2026-01-01T00:00:00Z'),
    images: [
      {
        image: 'api:*',
        when: { env: { DATABASE_URL: null } },
        run: { exitAfter: 2, exitCode: 1, logs: [{ text: 'FATAL: DATABASE_URL is not set' }] },
      },
    ],
  });

/**
 * Starts a fixture with a cluster whose time advances only on request. A given database stays open; without one, the
 * fixture has its own.
 */
export async function startRemediationFixture(
  create: () => Promise<Cluster> = createApiCluster,
  shared?: TestDatabase,
): Promise<RemediationFixture> {
  const cluster = await create();
  const folder = await mkdtemp(join(tmpdir(), 'kubeconfig-'));
  await writeFile(join(folder, 'config'), cluster.kubeconfig());
  const kubernetes = createKubernetesClient({ environment: { KUBECONFIG: join(folder, 'config') } });
  if (!kubernetes) throw new Error('The environment names no cluster.');
  const database = shared ?? (await createTestDatabase('pglite'));
  const { unitOfWork } = database;
  const { principal } = await createTestTenant(unitOfWork);
  let broken = 0;

  const clock = { now: () => cluster.now() };
  const compute = createInlineCompute();
  const tools = bindTools(KUBECTL_TOOLS, { kubernetes, compute, clock });
  const ports = (model: ChatModel): RemediationPorts => ({
    models: { get: () => model },
    unitOfWork,
    tools,
    kubernetes,
    compute,
    clock,
  });
  const { notifications } = database;
  const runLog = createRunLog({ unitOfWork, notifications });
  const request = {
    issue: 'api in shop restarts again and again',
    mode: 'manual',
    maxRisk: 'low',
    context: null,
    model: null,
  } as const;

  const fixture: Omit<RemediationFixture, typeof Symbol.asyncDispose> = {
    cluster,
    unitOfWork,
    principal,
    notifications,
    ports,
    async begin(model, asked = {}) {
      const begun = await unitOfWork.transaction((stores) =>
        beginRemediation(stores, principal, { ...request, id: newId(), ...asked }),
      );
      return fixture.advance(model, begun);
    },
    async advance(model, remediation, replaced = {}) {
      let next = await fixture.step(model, remediation, replaced);
      while (next.status === 'validating') {
        fixture.passTime(next);
        next = await fixture.step(model, next, replaced);
      }
      return next;
    },
    passTime({ watch }) {
      cluster.advance(Math.max(0, Date.parse(watch?.nextCheckAt ?? '') - cluster.now().getTime()));
    },
    async step(model, { id }, replaced = {}) {
      const { runs, remediations } = unitOfWork.stores;
      const { status } = await remediations.get(principal, id);
      const isWaitingForTime = status !== 'awaiting_approval' && (await runs.get(principal, id)).status === 'waiting';
      if (isWaitingForTime) await runs.requeue(id);
      const kinds = { remediation: createRemediationKind({ ...ports(model), ...replaced }) };
      const executor = createExecutor({ unitOfWork, notifications, runLog, logger: silentLogger, kinds });
      await (await executor.resume(id))?.finished;
      return remediations.get(principal, id);
    },
    stop: ({ id }) => stopRemediation({ unitOfWork, runLog }, principal, id),
    async tamper({ id: runId }, change) {
      const { remediations, runs } = unitOfWork.stores;
      const lease = { runId, owner: newId() };
      await runs.claim(runId, { owner: lease.owner, seconds: 60 });
      await remediations.advance(lease, change);
      await runs.release(lease, 'queued');
    },
    decide: ({ id: remediationId }, verdict) => decidePlan(unitOfWork, principal, { remediationId, verdict }),
    async approve(remediation) {
      const { hash: planHash = '' } = remediation.plan ?? {};
      return fixture.advance(unused, await fixture.decide(remediation, { decision: 'approve', planHash }));
    },
    breakApi(metadata = {}) {
      broken += 1;
      const namespace = `shop-${broken}`;
      for (const object of apiDeployment(namespace, metadata)) cluster.objects.apply(object);
      cluster.advance(60_000);
      return namespace;
    },
    apiOf: (namespace) => cluster.objects.get({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'api', namespace }),
  };
  return {
    ...fixture,
    async [Symbol.asyncDispose]() {
      await kubernetes.close();
      await cluster.close();
      if (database !== shared) await database[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

/** Builds a Deployment `api` in its own namespace. */
export function apiDeployment(namespace: string, metadata: Json = {}): readonly Json[] {
  const labels = { app: 'api' };
  const containers = [{ name: 'api', image: 'api:1', ports: [{ containerPort: 8080 }] }];
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'api', namespace, ...metadata },
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers } },
      },
    },
  ];
}

/** Builds an action that sets the variable. */
export const setVariable = (namespace: string, value = 'postgres://db') => ({
  description: 'Set DATABASE_URL',
  rationale: 'The container ends without it.',
  risk: 'low',
  patch: {
    resource: 'deployment/api',
    namespace,
    patch: `spec: { template: { spec: { containers: [{ name: api, env: [{ name: DATABASE_URL, value: "${value}" }] }] } } }`,
  },
});

/** Builds an action with a command. */
export const run = (command: string) => ({ description: command, rationale: 'It helps.', risk: 'low', command });

/** Builds an investigation's answer. */
export function answerOf(namespace: string, actions: readonly JsonValue[], more: Answer = {}): Answer {
  return {
    issueStatus: 'active',
    rootCause: 'DATABASE_URL is not set.',
    confidence: 0.9,
    factors: [],
    evidence: ['c1'],
    affected: [{ resource: 'deployment/api', namespace }],
    remediation: { summary: 'Set the variable.', actions },
    validation: 'Its pods stay ready.',
    ...more,
  };
}

/** Scripts a model that describes the Deployment once and then answers. */
export function finding(namespace: string, ...answers: readonly Answer[]): readonly ScriptedStep[] {
  const look = { toolCalls: [{ name: 'kubectl_describe', input: { resource: 'deployment/api', namespace } }] };
  return [look, ...answers.map((input) => ({ toolCalls: [{ name: 'submit_answer', input }] }))];
}
