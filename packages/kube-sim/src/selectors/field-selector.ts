import { badRequest } from '../errors/refusals.ts';
import { toText, valueAt } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';

/** The fields, beyond name and namespace, that a kind of the core can be selected by. */
const fieldsByStorage: Readonly<Record<string, readonly string[]>> = {
  '/pods': [
    'spec.nodeName',
    'spec.restartPolicy',
    'spec.schedulerName',
    'spec.serviceAccountName',
    'spec.hostNetwork',
    'status.phase',
    'status.podIP',
    'status.nominatedNodeName',
  ],
  '/nodes': ['spec.unschedulable'],
  '/namespaces': ['status.phase'],
  '/secrets': ['type'],
  '/services': ['spec.clusterIP', 'spec.type'],
  '/events': [
    'involvedObject.kind',
    'involvedObject.namespace',
    'involvedObject.name',
    'involvedObject.uid',
    'involvedObject.apiVersion',
    'involvedObject.resourceVersion',
    'involvedObject.fieldPath',
    'reason',
    'reportingComponent',
    'source',
    'type',
  ],
  '/replicationcontrollers': ['status.replicas'],
  'apps/replicasets': ['status.replicas'],
  'batch/jobs': ['status.successful'],
  'certificates.k8s.io/certificatesigningrequests': ['spec.signerName'],
};

/** Reads `status.phase=Running,spec.nodeName!=a`. @throws StatusError 400 for a field that the kind cannot be selected by */
export function parseFieldSelector(text: string, storage: string): (object: KubeObject) => boolean {
  const tests = text
    .split(',')
    .filter((part) => part !== '')
    .map((part) => parseTerm(part, storage));
  return (object) => tests.every((test) => test(object));
}

function parseTerm(part: string, storage: string): (object: KubeObject) => boolean {
  const match = /^([^=!]+)(==|=|!=)(.*)$/s.exec(part);
  if (!match) throw badRequest(`invalid selector: '${part}'; can't understand '${part}'`);
  const [, field = '', operator, expected = ''] = match;
  const known = field === 'metadata.name' || field === 'metadata.namespace';
  if (!known && !fieldsByStorage[storage]?.includes(field)) throw badRequest(`field label not supported: ${field}`);
  const path = storage === '/events' && field === 'source' ? ['source', 'component'] : field.split('.');
  const fallback = field === 'spec.hostNetwork' || field === 'spec.unschedulable' ? 'false' : '';
  return (object) => (toText(valueAt(object, path), fallback) === expected) === (operator !== '!=');
}
