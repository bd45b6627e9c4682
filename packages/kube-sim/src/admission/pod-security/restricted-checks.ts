import { asArray, asObject, asString, type JsonObject } from '../../object/json-value.ts';
import { findAddedCapabilities, findUnconfinedProfiles, type PodSecurityCheck } from './baseline-checks.ts';
import { nameAll, pickContainers, quoteAll, type PodSpec } from './pod-containers.ts';

const allowedVolumes = new Set([
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'image',
  'persistentVolumeClaim',
  'projected',
  'secret',
]);

const allowedCapabilities = new Set(['NET_BIND_SERVICE']);

function join(parts: readonly (string | undefined)[], separator = ', '): string | undefined {
  const found = parts.filter((part) => part !== undefined);
  return found.length === 0 ? undefined : found.join(separator);
}

function about(names: readonly string[], why: string): string | undefined {
  return names.length === 0 ? undefined : `${nameAll('container', names)} ${why}`;
}

const profileOf = (context: unknown) => asObject(asObject(context)['seccompProfile'])['type'];

function findCapabilities(spec: PodSpec): string | undefined {
  const isKept = (context: JsonObject) => !asArray(asObject(context['capabilities'])['drop']).includes('ALL');
  return join(
    [
      about(pickContainers(spec, isKept), 'must set securityContext.capabilities.drop=["ALL"]'),
      findAddedCapabilities(spec, allowedCapabilities),
    ],
    '; ',
  );
}

function findVolumes(spec: PodSpec): string | undefined {
  const found = asArray(spec['volumes'])
    .map(asObject)
    .flatMap(({ name, ...source }) =>
      Object.keys(source)
        .filter((type) => !allowedVolumes.has(type))
        .map((type) => ({ name: asString(name), type })),
    );
  if (found.length === 0) return undefined;
  const types = [...new Set(found.map(({ type }) => type))].sort();
  const names = found.map(({ name }) => name);
  const verb = names.length === 1 ? 'uses' : 'use';
  return `${nameAll('volume', names)} ${verb} restricted volume type${types.length === 1 ? '' : 's'} ${quoteAll(types)}`;
}

function findRootUsers(spec: PodSpec): string | undefined {
  const ofPod = asObject(spec['securityContext'])['runAsNonRoot'];
  const explicit = pickContainers(spec, ({ runAsNonRoot }) => runAsNonRoot === false);
  const implicit = pickContainers(spec, ({ runAsNonRoot }) => runAsNonRoot === undefined && ofPod !== true);
  const refused = [
    ofPod === false ? 'pod must not set securityContext.runAsNonRoot=false' : undefined,
    about(explicit, 'must not set securityContext.runAsNonRoot=false'),
  ];
  if (join(refused) !== undefined) return join(refused);
  if (implicit.length === 0) return undefined;
  return `pod or ${nameAll('container', implicit)} must set securityContext.runAsNonRoot=true`;
}

function findProfiles(spec: PodSpec): string | undefined {
  const unconfined = findUnconfinedProfiles(spec);
  if (unconfined !== undefined) return unconfined;
  const isCovered = profileOf(spec['securityContext']) !== undefined;
  const names = isCovered ? [] : pickContainers(spec, (context) => profileOf(context) === undefined);
  if (names.length === 0) return undefined;
  return `pod or ${nameAll('container', names)} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`;
}

/** The checks of the restricted standard beyond those of the baseline, in the order in which they are reported. */
export const restrictedChecks: readonly (PodSecurityCheck & { readonly replaces?: string })[] = [
  {
    id: 'allowPrivilegeEscalation',
    reason: 'allowPrivilegeEscalation != false',
    find: (spec) =>
      about(
        pickContainers(spec, ({ allowPrivilegeEscalation }) => allowPrivilegeEscalation !== false),
        'must set securityContext.allowPrivilegeEscalation=false',
      ),
  },
  {
    id: 'capabilities_restricted',
    replaces: 'capabilities_baseline',
    reason: 'unrestricted capabilities',
    find: findCapabilities,
  },
  { id: 'restrictedVolumes', replaces: 'hostPathVolumes', reason: 'restricted volume types', find: findVolumes },
  { id: 'runAsNonRoot', reason: 'runAsNonRoot != true', find: findRootUsers },
  {
    id: 'runAsUser',
    reason: 'runAsUser=0',
    find: (spec) =>
      join([
        asObject(spec['securityContext'])['runAsUser'] === 0 ? 'pod must not set runAsUser=0' : undefined,
        about(
          pickContainers(spec, ({ runAsUser }) => runAsUser === 0),
          'must not set runAsUser=0',
        ),
      ]),
  },
  {
    id: 'seccompProfile_restricted',
    replaces: 'seccompProfile_baseline',
    reason: 'seccompProfile',
    find: findProfiles,
  },
];
