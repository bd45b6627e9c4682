import { asArray, asObject, asString, isObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { ObjectStore } from '../store/object-store.ts';

/** What a pod has to show to registries. */
export interface PullSecrets {
  /** The names of those that are not there. */
  readonly missing: readonly string[];
  /** The registries that there is a credential for. */
  readonly registries: ReadonlySet<string>;
}

/** Reads the pull secrets that a pod names. */
export function readPullSecrets(store: ObjectStore, { metadata, spec }: KubeObject): PullSecrets {
  const { namespace } = metadata;
  const names = asArray(asObject(spec)['imagePullSecrets']).map((each) => asString(asObject(each)['name']));
  const secrets = names.map((name) => ({ name, secret: store.get('/secrets', { namespace, name }) }));
  return {
    missing: secrets.filter(({ secret }) => secret === undefined).map(({ name }) => name),
    registries: new Set(secrets.flatMap(({ secret }) => registriesOf(secret))),
  };
}

function registriesOf(secret: KubeObject | undefined): readonly string[] {
  if (secret?.['type'] !== 'kubernetes.io/dockerconfigjson') return [];
  const text = Buffer.from(asString(asObject(secret['data'])['.dockerconfigjson']), 'base64').toString('utf8');
  const config = parseConfig(text);
  return Object.keys(asObject(config['auths'])).map((each) => each.replace(/^https?:\/\//, '').replace(/\/.*$/, ''));
}

function parseConfig(text: string): Record<string, unknown> {
  try {
    const config: unknown = JSON.parse(text);
    return isObject(config) ? config : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
