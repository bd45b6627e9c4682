import type { VirtualClock } from '../clock/virtual-clock.ts';
import { findPullProblem } from './choose-behaviour.ts';
import type { ContainerRun } from './container-run.ts';
import { asArray, asObject, asString, isObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { ParsedImageRule } from '../rules/image-rule.ts';
import type { Occurrence } from '../state/event-recorder.ts';
import type { ObjectStore } from '../store/object-store.ts';

interface PullRequest {
  readonly image: string;
  readonly policy: unknown;
  readonly secrets: PullSecrets;
  readonly recordEvent: (occurrence: Pick<Occurrence, 'type' | 'reason' | 'message'>) => void;
}

const maxBackOffMs = 300_000;
const firstBackOffMs = 10_000;
const retryMs = 10_000;
const pullMs = 500;

/** Creates the image puller. It caches pulled images and backs off after failed pulls. */
export function createImagePuller(clock: VirtualClock, rules: () => readonly ParsedImageRule[]) {
  const images = new Set<string>();

  /** @returns the time of the next attempt; undefined if the image is present */
  return function pull(run: ContainerRun, { image, policy, secrets, recordEvent }: PullRequest): number | undefined {
    const now = clock.now();
    const wrongName = findNameProblem(image);
    if (wrongName !== undefined) {
      run.state = { phase: 'waiting', reason: 'InvalidImageName', message: wrongName };
      recordEvent({ type: 'Warning', reason: 'InspectFailed', message: wrongName });
      recordEvent({ type: 'Warning', reason: 'Failed', message: 'Error: InvalidImageName' });
      return now + retryMs;
    }
    if (policy === 'Never' && !images.has(image)) {
      run.state = {
        phase: 'waiting',
        reason: 'ErrImageNeverPull',
        message: `Container image "${image}" is not present with pull policy of Never`,
      };
      recordEvent({
        type: 'Warning',
        reason: 'ErrImageNeverPull',
        message: `Container image "${image}" is not present with pull policy of Never`,
      });
      return now + retryMs;
    }
    if (images.has(image) && policy !== 'Always') {
      if (!run.isPulled || run.last)
        recordEvent({ reason: 'Pulled', message: `Container image "${image}" already present on machine` });
      run.isPulled = true;
      return undefined;
    }
    if (run.state.phase === 'waiting' && run.state.reason === 'ErrImagePull') {
      const message = `Back-off pulling image "${image}": ${run.state.message ?? ''}`;
      recordEvent({ reason: 'BackOff', message: `Back-off pulling image "${image}"` });
      recordEvent({ type: 'Warning', reason: 'Failed', message: 'Error: ImagePullBackOff' });
      run.state = { phase: 'waiting', reason: 'ImagePullBackOff', message };
      run.pullBackOffMs = Math.min(maxBackOffMs, Math.max(firstBackOffMs, run.pullBackOffMs * 2));
      run.notBefore = now + run.pullBackOffMs;
      return run.notBefore;
    }
    if (secrets.missing.length > 0) {
      const message = `Unable to retrieve some image pull secrets (${secrets.missing.join(', ')}); attempting to pull the image may not succeed.`;
      recordEvent({ type: 'Warning', reason: 'FailedToRetrieveImagePullSecret', message });
    }
    recordEvent({ reason: 'Pulling', message: `Pulling image "${image}"` });
    const declared = findPullProblem(rules(), image);
    const isKnown = declared === 'unauthorized' && secrets.registries.has(registryOf(image));
    const problem = isKnown ? undefined : declared;
    if (problem === undefined) {
      images.add(image);
      run.isPulled = true;
      recordEvent({
        reason: 'Pulled',
        message: `Successfully pulled image "${image}" in ${pullMs}ms (${pullMs}ms including waiting). Image size: 52428800 bytes.`,
      });
      return undefined;
    }
    const message = explainPull(image, problem);
    recordEvent({ type: 'Warning', reason: 'Failed', message: `Failed to pull image "${image}": ${message}` });
    recordEvent({ type: 'Warning', reason: 'Failed', message: 'Error: ErrImagePull' });
    run.state = { phase: 'waiting', reason: 'ErrImagePull', message };
    run.notBefore = now + 1000;
    return run.notBefore;
  };
}

/** The full name of an image: registry, repository and tag. */
export function fullName(image: string): string {
  const tagged = /[:@][^/]*$/.test(image) ? image : `${image}:latest`;
  const [first = ''] = tagged.split('/');
  if (!tagged.includes('/')) return `docker.io/library/${tagged}`;
  return first.includes('.') || first.includes(':') || first === 'localhost' ? tagged : `docker.io/${tagged}`;
}

/** The registry host of an image. */
function registryOf(image: string): string {
  const [host = ''] = fullName(image).split('/');
  return host === 'docker.io' ? 'index.docker.io' : host;
}

function explainPull(image: string, problem: NonNullable<ParsedImageRule['pull']>): string {
  const reference = fullName(image);
  const context = `failed to pull and unpack image "${reference}": failed to resolve reference "${reference}"`;
  if (problem === 'missing') return `rpc error: code = NotFound desc = ${context}: ${reference}: not found`;
  return `rpc error: code = Unknown desc = ${context}: unexpected status from HEAD request: 401 Unauthorized`;
}

const part = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';
const reference = new RegExp(
  `^(?:[A-Za-z0-9.-]+(?::\\d+)?/)?${part}(?:/${part})*(?::\\w[\\w.-]{0,127})?(?:@sha256:[0-9a-f]{64})?$`,
);

/** The kubelet's message for an invalid image name; undefined for a valid one. */
function findNameProblem(image: string): string | undefined {
  if (reference.test(image)) return undefined;
  const why = reference.test(image.toLowerCase()) ? ': repository name must be lowercase' : '';
  return `Failed to apply default image tag "${image}": couldn't parse image name "${image}": invalid reference format${why}`;
}

/** The pull secrets of a pod. */
interface PullSecrets {
  /** Names of secrets that do not exist. */
  readonly missing: readonly string[];
  /** Registries with a credential. */
  readonly registries: ReadonlySet<string>;
}

/** Reads the pull secrets of a pod. */
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
