import { expect, it } from 'vitest';
import type { KubeObject } from '../../cluster/object/kube-object.ts';
import type { Problem } from '../../cluster/problems/problem.ts';
import { assessChange } from './assess-change.ts';
import { type AutomaticCandidate, findAutomaticObjection, findPolicyObjection } from './automatic-objection.ts';
import { isMissing } from './is-missing.ts';

const target = { resource: 'deployments.apps', name: 'web', namespace: 'shop' };
const deployment = (replicas: number, metadata: object = {}): KubeObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop', ...metadata },
  spec: { replicas },
});
const reference = (kind: string, name: string, namespace = 'shop') => ({
  apiVersion: kind === 'Deployment' ? 'apps/v1' : 'v1',
  kind,
  name,
  namespace,
});
const problem = (parts: Partial<Problem> = {}): Problem => ({
  severity: 'critical',
  reason: 'CrashLoopBackOff',
  object: reference('Pod', 'web-1'),
  root: reference('Deployment', 'web'),
  message: '',
  evidence: [],
  isSymptom: false,
  next: '',
  alike: [],
  ...parts,
});

const scaling = { verb: 'scale', target, replicas: 4 } as const;

function objectionTo(parts: Partial<AutomaticCandidate>): string | undefined {
  const place = {
    change: scaling,
    before: deployment(3),
    after: deployment(4),
    ...parts,
  } as const;
  const rest = { problems: [problem()], issue: 'Deployment shop/web crashes.', ...parts };
  return findAutomaticObjection({ ...place, assessment: assessChange(place), ...rest });
}

it('findAutomaticObjection has no objection to a listed change of a workload with a problem that the issue names', () => {
  expect(objectionTo({})).toBeUndefined();
  expect(objectionTo({ issue: 'pod web-1 restarts' })).toBeUndefined();
  expect(objectionTo({ problems: [problem({ object: reference('Deployment', 'web') })] })).toBeUndefined();
});

it('findAutomaticObjection accepts an issue that names one of two problems', () => {
  const other = problem({ object: reference('Deployment', 'web'), alike: ['web-9'] });
  expect(
    objectionTo({ problems: [problem({ root: reference('Deployment', 'web') }), other], issue: 'web-9 fails' }),
  ).toBe(undefined);
});

const owned = {
  ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'App', name: 'a', uid: '1', controller: true }],
};

it.each<[title: string, parts: Partial<AutomaticCandidate>, objection: string]>([
  ['a deletion', { change: { verb: 'delete', target }, after: undefined }, 'Automatic mode deletes nothing.'],
  ['a creation', { before: undefined }, 'Automatic mode creates nothing.'],
  [
    'an object that another controls',
    { before: deployment(3, owned), after: deployment(4, owned) },
    'App "a" controls this Deployment.',
  ],
  ['a change that is not listed', { after: deployment(0) }, 'Not on the list for automatic mode: Scales from 3 to 0'],
  ['no dry run', { after: undefined }, 'Not on the list for automatic mode: No dry run'],
  [
    'an object of another kind',
    { before: { ...deployment(3), kind: 'ConfigMap', apiVersion: 'v1' } },
    'Automatic mode does not change ConfigMap objects.',
  ],
  [
    'an assessment without a listed change',
    {
      assessment: { ...assessChange({ change: scaling, before: deployment(3), after: deployment(4) }), automatic: [] },
    },
    'Not on the list for automatic mode.',
  ],
  ['no problem', { problems: [] }, 'The rules find no problem in Deployment "web".'],
  ['information only', { problems: [problem({ severity: 'info' })] }, 'The rules find no problem'],
  [
    'a problem in an object of the same name in another namespace',
    { problems: [problem({ root: reference('Deployment', 'web', 'other') })] },
    'The rules find no problem',
  ],
  [
    'a problem in an object of the same name and another kind',
    { problems: [problem({ root: reference('Service', 'web') })] },
    'The rules find no problem',
  ],
  ['an issue that names another', { issue: 'webshop is down' }, 'The issue does not name Deployment "web"'],
])('findAutomaticObjection objects to %s', (_title, parts, objection) => {
  expect(objectionTo(parts)).toContain(objection);
});

const plan = (automaticObjection: string | null | undefined, level: 'low' | 'medium' = 'low') => ({
  actions: [
    {
      id: 'a1',
      description: '',
      rationale: '',
      claimedRisk: 'low' as const,
      change: { verb: 'restart' as const, target },
      object: 'Deployment shop/web',
      risk: { level, reasons: ['Replaces the pods: there is only one.'] },
      difference: '',
      state: null,
      managedBy: null,
      ...(automaticObjection !== undefined && { automaticObjection }),
    },
  ],
});

it('findPolicyObjection approves a plan without objections up to maxRisk in automatic mode only', () => {
  const mode = 'automatic';
  expect(findPolicyObjection(plan(null), { mode, maxRisk: 'low' })).toBeUndefined();
  expect(findPolicyObjection(plan(null, 'medium'), { mode, maxRisk: 'low' })).toContain(
    'a1 has medium risk, above low',
  );
  expect(findPolicyObjection(plan(null, 'medium'), { mode, maxRisk: 'medium' })).toBeUndefined();
  expect(findPolicyObjection(plan('It waits.'), { mode, maxRisk: 'high' })).toContain('Action a1: It waits.');
  expect(findPolicyObjection(plan(undefined), { mode, maxRisk: 'high' })).toContain('was not checked');
  expect(findPolicyObjection(plan(null), { mode: 'manual', maxRisk: 'high' })).toContain('automatic mode only');
});

it('isMissing reports an object when a problem in its namespace names it as missing', () => {
  const missing = problem({ reason: 'MissingConfigMap', evidence: [{ path: 'volume', value: 'configmap/settings' }] });
  const configMap = (name: string, namespace = 'shop') => ({ kind: 'ConfigMap', metadata: { name, namespace } });
  expect(
    [configMap('settings'), configMap('other'), configMap('settings', 'other')].map((each) =>
      isMissing(each, [missing]),
    ),
  ).toEqual([true, false, false]);
  const another = problem({ reason: 'MissingSecret', evidence: [{ path: 'volume', value: 'secret/keys' }] });
  const more = { ...missing, evidence: [{ path: 'volume', value: 'configmap/more' }, ...missing.evidence] };
  expect(isMissing(configMap('settings'), [another, more])).toBe(true);
});
