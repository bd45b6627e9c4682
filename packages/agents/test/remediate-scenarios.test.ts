import type { JsonValue } from '@shipmate/core';
import { createTestDatabase } from '@shipmate/db/testing';
import type { Remediation } from '@shipmate/domain/remediation';
import {
  listScenarios,
  loadScenario,
  type RunningScenario,
  type Scenario,
  type ScenarioChange,
  startScenario,
} from '@shipmate/kube-sim';
import { afterAll, expect, it } from 'vitest';
import { type RemediationFixture, startRemediationFixture } from './remediation-fixture.ts';
import { createScenarioModel, type ScenarioPlan } from './scenario-model.ts';

/** A scenario whose plan differs from its recorded fix. */
interface Special {
  /** Declared by every action. */
  readonly purpose?: readonly string[];
  readonly affected?: ScenarioPlan['affected'];
  /** Replaces the recorded fix where a plan cannot express it. */
  readonly fix?: readonly JsonValue[];
  readonly wrongFix?: readonly JsonValue[];
  /** True when the outcome of the scenario checks an object of another name. */
  readonly isRenamed?: true;
}

const action = (description: string, more: Readonly<Record<string, JsonValue>>): JsonValue => ({
  description,
  rationale: 'It removes the cause.',
  risk: 'low',
  ...more,
});

const names = await listScenarios();

/** A plan changes an object once, so a Job is replaced by one with another name. */
function replaceJob(name: string, namespace: string, spec: JsonValue): readonly JsonValue[] {
  const metadata = { name: `${name}-again`, namespace };
  return [
    action(`Delete ${name}`, { command: `kubectl delete job/${name} -n ${namespace}`, purpose: ['deletion'] }),
    action(`Run ${name} again`, { manifest: JSON.stringify({ apiVersion: 'batch/v1', kind: 'Job', metadata, spec }) }),
  ];
}

const migrate = (host: string) => ({
  template: {
    spec: {
      restartPolicy: 'Never',
      containers: [{ name: 'migrate', image: 'migrate:1', env: [{ name: 'DB_HOST', value: host }] }],
    },
  },
});

const exporting = (activeDeadlineSeconds: number) => ({
  activeDeadlineSeconds,
  template: {
    spec: { restartPolicy: 'Never', containers: [{ name: 'export', image: 'registry.example.com/data/export:3' }] },
  },
});

const specials: Readonly<Record<string, Special>> = {
  'apart-on-too-few-nodes': { purpose: ['scale'] },
  'selector-mismatch': { purpose: ['selector'] },
  'metrics-server-down': { purpose: ['selector'] },
  'failing-job': {
    isRenamed: true,
    affected: [{ resource: 'job/migrate-again', namespace: 'shop' }],
    fix: replaceJob('migrate', 'shop', migrate('db')),
    wrongFix: replaceJob('migrate', 'shop', migrate('postgres')),
  },
  'short-deadline': {
    isRenamed: true,
    affected: [{ resource: 'job/export-again', namespace: 'data' }],
    fix: replaceJob('export', 'data', exporting(600)),
    wrongFix: replaceJob('export', 'data', exporting(90)),
  },
  // The controller replaces the pod automatically after a change of the template.
  'misspelt-command': {
    fix: [
      action('Correct the command', {
        patch: {
          resource: 'statefulset/scheduler',
          namespace: 'batch',
          patch: 'spec: { template: { spec: { containers: [{ name: scheduler, command: [/bin/scheduler] }] } } }',
        },
      }),
    ],
  },
  // A pod on a lost node is removed with the node; a plan never force-deletes.
  'lost-node': {
    fix: [action('Delete the node', { command: 'kubectl delete node/worker-1', purpose: ['deletion'] })],
  },
};

const database = await createTestDatabase('pglite');
afterAll(() => database[Symbol.asyncDispose]());

async function run(name: string, which: 'fix' | 'wrongFix') {
  const scenario = await loadScenario(name);
  let running: RunningScenario | undefined;
  const fixture = await startRemediationFixture(async () => {
    running = await startScenario(scenario, { startTime: new Date('2026-01-01T12:00:00Z') });
    return running.cluster;
  }, database);
  const special = specials[name] ?? {};
  const changes = special[which] ?? scenario[which].flatMap((change) => toActions(change, { fixture, special }));
  const plan = { affected: special.affected ?? affectedOf(scenario), actions: changes };
  const model = createScenarioModel(scenario, plan);
  const planned = await fixture.begin(model, { issue: scenario.question });
  const isPlanned = planned.status === 'awaiting_approval';
  const ended = isPlanned ? await fixture.approve(planned) : planned;
  return { fixture, scenario, planned, ended, isRepaired: () => running?.isRepaired() ?? false };
}

function affectedOf({ outcome }: Scenario): ScenarioPlan['affected'] {
  const objects = outcome.checks.flatMap(({ of: { kind, name, namespace } }) =>
    name === undefined
      ? []
      : [{ resource: `${kind === 'Endpoints' ? 'service' : kind.toLowerCase()}/${name}`, namespace }],
  );
  return [...new Map(objects.map((each) => [each.resource, each])).values()].map(({ resource, namespace }) => ({
    resource,
    ...(namespace !== undefined && { namespace }),
  }));
}

/** An object of a fix. */
interface Written {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

function toActions(
  change: ScenarioChange,
  { fixture, special }: { readonly fixture: RemediationFixture; readonly special: Special },
): readonly JsonValue[] {
  const purpose = [...(special.purpose ?? [])];
  if (change.do === 'delete') {
    const { kind, namespace = '', name, labels = {} } = change.of;
    const found = fixture.cluster.objects
      .list(change.of)
      .filter(({ metadata }) => name === undefined || metadata.name === name)
      .filter(({ metadata }) => Object.entries(labels).every(([key, value]) => metadata.labels?.[key] === value));
    return found.map(({ metadata }) =>
      action(`Delete ${metadata.name}`, {
        command: `kubectl delete ${kind}/${metadata.name} -n ${namespace}`,
        purpose,
      }),
    );
  }
  const { apiVersion, kind, metadata, ...fields } = change.object as unknown as Written;
  const { name, namespace, ...marks } = metadata;
  const place = { apiVersion, kind, name, namespace };
  if (fixture.cluster.objects.get(place) === undefined) {
    return [action(`Create ${name}`, { manifest: JSON.stringify(change.object), purpose })];
  }
  const patch = JSON.stringify({ ...(Object.keys(marks).length > 0 && { metadata: marks }), ...fields });
  const target = { resource: `${kind.toLowerCase()}/${name}`, ...(namespace !== undefined && { namespace }) };
  return [action(`Patch ${name}`, { patch: { ...target, patch }, purpose })];
}

/** Formats the status and the reason of a remediation for a failure message. */
function describeEnd({ status, reason, analysis }: Remediation): string {
  return `${status} by "${analysis?.rootCause}": ${reason}`;
}

it.each(names)('%s: remediate finds the cause, and the approved fix is resolved', async (name) => {
  const { fixture, scenario, planned, ended, isRepaired } = await run(name, 'fix');
  await using _ = fixture;
  expect(describeEnd(planned)).toBe(`awaiting_approval by "${scenario.cause}": null`);
  expect(describeEnd(ended)).toMatch(/^resolved /);
  expect(isRepaired()).toBe(specials[name]?.isRenamed !== true);
});

it.each(names)('%s: a wrong fix is not resolved', async (name) => {
  const { fixture, planned, ended } = await run(name, 'wrongFix');
  await using _ = fixture;
  expect(describeEnd(planned)).toMatch(/^awaiting_approval /);
  expect(describeEnd(ended)).toMatch(/^not_resolved /);
});
