import { type AdmissionRequest, matchesWrite } from './match-webhook.ts';
import { badRequest } from '../../errors/refusals.ts';
import { StatusError } from '../../errors/status-error.ts';
import { asArray, asObject, asString, type JsonObject } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import { applyMergePatch } from '../../patch/merge-patch.ts';
import type { ParsedWebhookHandler, WebhookVerdict } from '../../rules/webhook-handler.ts';
import type { ObjectStore } from '../../store/object-store.ts';

const group = 'admissionregistration.k8s.io';

interface Sources {
  readonly store: ObjectStore;
  readonly webhooks: readonly ParsedWebhookHandler[];
}

/**
 * Calls the admission webhooks for a write, mutating ones first.
 * @returns the object after mutation
 * @throws StatusError if a webhook denies it, or fails under failure policy `Fail`
 */
export function callWebhooks(sources: Sources, request: AdmissionRequest): KubeObject {
  const object = changeByWebhooks(sources, request);
  for (const webhook of webhooksFor(sources, 'validatingwebhookconfigurations', { ...request, object }))
    ask(sources, webhook, { ...request, object });
  return object;
}

function changeByWebhooks(sources: Sources, request: AdmissionRequest): KubeObject {
  let { object } = request;
  for (const webhook of webhooksFor(sources, 'mutatingwebhookconfigurations', request)) {
    const verdict = ask(sources, webhook, { ...request, object });
    if (verdict?.patch && request.operation !== 'DELETE') object = applyMergePatch(object, verdict.patch) as KubeObject;
  }
  return object;
}

/** The webhooks that match a write, in the order of their configurations; writes of webhook configurations match none. */
function webhooksFor({ store }: Sources, plural: string, request: AdmissionRequest): readonly JsonObject[] {
  if (request.definition.group === group) return [];
  return store
    .list(`${group}/${plural}`)
    .flatMap((configuration) => asArray(configuration['webhooks']).map(asObject))
    .filter((webhook) => matchesWrite(store, webhook, request));
}

function ask(sources: Sources, webhook: JsonObject, request: AdmissionRequest): WebhookVerdict | undefined {
  const name = asString(webhook['name']);
  if (request.dryRun && !['None', 'NoneOnDryRun'].includes(asString(webhook['sideEffects'])))
    throw badRequest(`admission webhook "${name}" does not support dry run`);
  const answer = callWebhook(sources, webhook, request);
  if ('problem' in answer) {
    if (webhook['failurePolicy'] === 'Ignore') return undefined;
    throw callFailed(name, answer.problem);
  }
  const { verdict } = answer;
  if (verdict?.warn !== undefined) request.warn?.(verdict.warn);
  if (verdict?.deny !== undefined) throw denied(name, verdict.deny);
  return verdict;
}

/** The response of a webhook; undefined if no verdict is declared for the request. */
type Answer = { readonly verdict: WebhookVerdict | undefined } | { readonly problem: string };

/** Calls a webhook: its service must exist and have a ready endpoint; the declared handler gives the verdict. */
function callWebhook(
  { store, webhooks }: { readonly store: ObjectStore; readonly webhooks: readonly ParsedWebhookHandler[] },
  webhook: JsonObject,
  request: AdmissionRequest,
): Answer {
  const { service, url, caBundle } = asObject(webhook['clientConfig']);
  const timeout = `timeout=${Number(webhook['timeoutSeconds'] ?? 10)}s`;
  const fail = (target: string, why: string): Answer => ({ problem: `Post "${target}?${timeout}": ${why}` });
  if (service === undefined) {
    const host = URL.parse(asString(url))?.hostname ?? '';
    return fail(asString(url), `dial tcp: lookup ${host} on 10.96.0.10:53: no such host`);
  }
  const { namespace, name, path, port } = readService(asObject(service));
  const target = `https://${name}.${namespace}.svc:${port}${path}`;
  const why = findProblem(store, { namespace, name, port });
  if (why !== undefined) return fail(target, why);
  const handler = webhooks.find(
    (each) => each.service === `${namespace}/${name}` && (each.path === undefined || each.path === path),
  );
  if (handler?.caBundle !== undefined && handler.caBundle !== caBundle)
    return fail(target, 'tls: failed to verify certificate: x509: certificate signed by unknown authority');
  const verdict = handler?.verdicts.find((each) => fits(each, request));
  return verdict?.error === undefined ? { verdict } : fail(target, verdict.error);
}

interface ServicePort {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
}

function readService({ namespace, name, path, port }: JsonObject): ServicePort & { readonly path: string } {
  return {
    namespace: asString(namespace),
    name: asString(name),
    path: asString(path) || '/',
    port: Number(port ?? 443),
  };
}

function findProblem(store: ObjectStore, { namespace, name, port }: ServicePort): string | undefined {
  const service = store.get('/services', { namespace, name });
  if (!service) return `service "${name}" not found`;
  const ports = asArray(asObject(service['spec'])['ports']).map((each) => asObject(each)['port']);
  if (!ports.includes(port)) return `no service port ${port} found for service "${name}"`;
  const subsets = asArray(store.get('/endpoints', { namespace, name })?.['subsets']).map(asObject);
  const isReady = subsets.some(({ addresses }) => asArray(addresses).length > 0);
  return isReady ? undefined : `no endpoints available for service "${name}"`;
}

function fits({ when }: WebhookVerdict, { operation, definition, object }: AdmissionRequest): boolean {
  const text = JSON.stringify(object);
  return (
    (when.kind === undefined || when.kind === definition.kind) &&
    (when.operation === undefined || when.operation === operation) &&
    (when.object === undefined || new RegExp(when.object).test(text)) &&
    (when.lacks === undefined || !new RegExp(when.lacks).test(text))
  );
}

/** The error of a failed call under failure policy `Fail`. */
function callFailed(name: string, problem: string): StatusError {
  const why = `failed calling webhook "${name}": failed to call webhook: ${problem}`;
  return new StatusError({
    code: 500,
    reason: 'InternalError',
    message: `Internal error occurred: ${why}`,
    details: { causes: [{ message: why }] },
  });
}

/** The error of a denial. */
function denied(name: string, why: string): StatusError {
  return new StatusError({
    code: 403,
    reason: 'Forbidden',
    message: `admission webhook "${name}" denied the request: ${why}`,
  });
}
