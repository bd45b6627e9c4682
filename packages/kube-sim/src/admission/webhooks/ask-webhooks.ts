import { applyMergePatch } from '../../patch/merge-patch.ts';
import { badRequest } from '../../errors/refusals.ts';
import { asArray, asString, asObject, type JsonObject } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import type { ObjectStore } from '../../store/object-store.ts';
import { callFailed, callWebhook, denied } from './call-webhook.ts';
import { isCalledFor, type AdmissionRequest } from './match-webhook.ts';
import type { ParsedWebhookHandler, WebhookVerdict } from './webhook-handler.ts';

const group = 'admissionregistration.k8s.io';

interface Sources {
  readonly store: ObjectStore;
  readonly webhooks: readonly ParsedWebhookHandler[];
}

/**
 * Asks the webhooks about a write, those that may change the object first.
 *
 * @returns the object as they leave it
 * @throws StatusError where one refuses it, or cannot be called and is not to be ignored
 */
export function askWebhooks(sources: Sources, request: AdmissionRequest): KubeObject {
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

/** The webhooks that a write concerns, in the order of their configurations; those themselves concern none. */
function webhooksFor({ store }: Sources, plural: string, request: AdmissionRequest): readonly JsonObject[] {
  if (request.definition.group === group) return [];
  return store
    .list(`${group}/${plural}`)
    .flatMap((configuration) => asArray(configuration['webhooks']).map(asObject))
    .filter((webhook) => isCalledFor(store, webhook, request));
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
