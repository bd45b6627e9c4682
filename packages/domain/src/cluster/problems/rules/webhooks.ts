import { type JsonObject, objectsAt, textAt, textsAt } from '../../object/read-value.ts';
import type { ClusterObjects } from '../cluster-objects.ts';
import { evidence } from '../evidence.ts';
import type { Finding } from '../problem-rule.ts';
import { hasReadyEndpoint } from '../service-backends.ts';

/** Finds admission webhooks whose service has no ready endpoints. */
export function findWebhookProblems(objects: ClusterObjects): readonly Finding[] {
  return ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration']
    .flatMap((kind) => objects.all(kind))
    .flatMap((configuration) =>
      objectsAt(configuration, 'webhooks').flatMap((webhook): readonly Finding[] => {
        const namespace = textAt(webhook, 'clientConfig', 'service', 'namespace');
        const name = textAt(webhook, 'clientConfig', 'service', 'name');
        if (name === undefined || namespace === undefined) return [];
        const service = objects.find('Service', namespace, name);
        const isMissing = objects.lacks('Service', namespace, name);
        if (!isMissing && (service === undefined || hasReadyEndpoint(service, objects))) return [];
        const blocks = (textAt(webhook, 'failurePolicy') ?? 'Fail') === 'Fail';
        const path = `webhooks[${textAt(webhook, 'name')}]`;
        return [
          {
            severity: blocks ? 'critical' : 'warning',
            reason: 'WebhookUnreachable',
            object: configuration,
            message: `Service "${namespace}/${name}" ${isMissing ? 'does not exist' : 'has no ready endpoints'}, ${
              blocks ? 'so that whatever the webhook is asked about is refused' : 'so that the webhook is not asked'
            }.`,
            evidence: [
              ...evidence(`${path}.clientConfig.service`, `${namespace}/${name}`),
              ...evidence(`${path}.failurePolicy`, textAt(webhook, 'failurePolicy') ?? 'Fail'),
              ...evidence(`${path}.rules`, resourcesOf(webhook)),
            ],
            next: isMissing
              ? 'Check whether the program of the webhook was removed and the webhook was left behind.'
              : 'Find out why the pods of the service are not ready.',
          },
        ];
      }),
    );
}

function resourcesOf(webhook: JsonObject): string {
  return objectsAt(webhook, 'rules')
    .flatMap((rule) => textsAt(rule, 'resources'))
    .join(', ');
}
