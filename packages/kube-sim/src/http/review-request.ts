import { compareFields } from '../apply/compare-fields.ts';
import { recordUpdate } from '../apply/managed-fields.ts';
import { objectTypeOf } from '../apply/object-type.ts';
import { answerReview } from '../auth/access-reviews.ts';
import { toTimestamp } from '../clock/virtual-clock.ts';
import type { ClusterState } from '../cluster/cluster-state.ts';
import { badRequest } from '../errors/refusals.ts';
import { asObject, type JsonObject, omit } from '../object/json-value.ts';
import { apiVersionOf, type ResourceDefinition } from '../resources/resource-definition.ts';
import type { ApiRequest } from './api-request.ts';
import { toWriteOptions } from './query-options.ts';

/** Answers a question that is put as an object and never stored; undefined for any other kind. */
export function reviewRequest(
  { store, authenticator, schemas, clock }: ClusterState,
  request: ApiRequest,
  { definition, body }: { readonly definition: ResourceDefinition; readonly body: JsonObject },
): JsonObject | undefined {
  if (definition.verbs.includes('get')) return undefined;
  const { user } = request;
  const answered = answerReview(definition.kind, body, { store, user, userOf: (token) => authenticator.userOf(token) });
  if (!answered) return undefined;
  if (definition.kind === 'SelfSubjectRulesReview' && !asObject(body['spec'])['namespace']) {
    throw badRequest('no namespace on request');
  }
  const identity = { kind: definition.kind, apiVersion: apiVersionOf(definition) };
  if (definition.kind === 'SelfSubjectRulesReview') return { ...identity, metadata: {}, ...answered };
  if (definition.kind === 'SelfSubjectReview') {
    const metadata = { creationTimestamp: toTimestamp(clock.now()) };
    return { ...identity, metadata, status: answered['status'] };
  }
  const { manager } = toWriteOptions(request, () => undefined);
  const asked = { spec: body['spec'] ?? {} };
  const change = { manager, time: toTimestamp(clock.now()), apiVersion: identity.apiVersion };
  const changes = compareFields({}, asked, objectTypeOf(schemas, definition));
  const managedFields = recordUpdate([], changes, change);
  return { ...identity, metadata: { managedFields }, ...omit(answered, 'kind', 'apiVersion', 'metadata') };
}
