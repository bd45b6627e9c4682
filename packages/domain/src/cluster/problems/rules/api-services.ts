import { conditionOf, isCondition } from '../../object/condition.ts';
import { entryOf, textAt } from '../../object/read-value.ts';
import type { ClusterObjects } from '../cluster-objects.ts';
import { conditionEvidence, evidence, sinceCondition } from '../evidence.ts';
import type { Finding } from '../problem-rule.ts';

const advice: Readonly<Record<string, string>> = {
  ServiceNotFound:
    'Check whether the server of the API was removed, and delete the APIService or install the server again.',
  ServicePortError: 'Compare the port of the APIService with the ports of its Service.',
  MissingEndpoints: 'Find out why the pods behind its Service are not ready.',
};

/**
 * Finds aggregated APIs whose server does not respond. Their objects cannot be read, and namespaces cannot be
 * deleted.
 */
export function findApiServiceProblems(objects: ClusterObjects): readonly Finding[] {
  return objects.all('APIService').flatMap((apiService): readonly Finding[] => {
    if (!isCondition(apiService, 'Available', 'False')) return [];
    const api = ['group', 'version'].map((field) => textAt(apiService, 'spec', field)).join('/');
    const service = ['namespace', 'name'].map((field) => textAt(apiService, 'spec', 'service', field)).join('/');
    const reason = textAt(conditionOf(apiService, 'Available'), 'reason') ?? '';
    return [
      {
        severity: 'critical',
        reason: 'ApiUnavailable',
        object: apiService,
        message: `The API ${api} does not answer: its objects cannot be read, and namespaces cannot be deleted completely.`,
        evidence: [...evidence('spec.service', service), ...conditionEvidence(apiService, 'Available')],
        next:
          entryOf(advice, reason) ??
          `Read the logs of the pods behind Service "${service}", and check that the API server reaches them over the network.`,
        since: sinceCondition(apiService, 'Available'),
      },
    ];
  });
}
