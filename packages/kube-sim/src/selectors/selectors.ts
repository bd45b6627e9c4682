import { badRequest } from '../errors/refusals.ts';
import { asArray, asObject, asString, scalarToText, valueAt } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';

type Labels = Readonly<Record<string, string>>;
/** Tests labels against a selector. */
type LabelTest = (labels: Labels) => boolean;

/** Parses the text form, such as `app=web,tier in (front,back),!debug`. @throws StatusError 400 */
export function parseLabelSelector(text: string): LabelTest {
  const tests = splitRequirements(text).map(parseRequirement);
  return (labels) => tests.every((test) => test(labels));
}

function splitRequirements(text: string): readonly string[] {
  const parts = text.split(/,(?![^(]*\))/).map((part) => part.trim());
  return text.trim() === '' ? [] : parts;
}

const key = String.raw`[A-Za-z0-9](?:[-A-Za-z0-9_./]*[A-Za-z0-9])?`;
const value = String.raw`[A-Za-z0-9]?[-A-Za-z0-9_.]*`;
const existence = new RegExp(`^(!?)\\s*(${key})$`);
const comparison = new RegExp(`^(${key})\\s*(==|=|!=)\\s*(${value})$`);
const membership = new RegExp(`^(${key})\\s+(in|notin)\\s+\\(([^()]*)\\)$`);

function parseRequirement(text: string): LabelTest {
  const exists = existence.exec(text);
  if (exists) {
    const [, negated, name = ''] = exists;
    return (labels) => Object.hasOwn(labels, name) === (negated !== '!');
  }
  const compared = comparison.exec(text);
  if (compared) {
    const [, name = '', operator, expected = ''] = compared;
    return operator === '!=' ? (labels) => labels[name] !== expected : (labels) => labels[name] === expected;
  }
  const member = membership.exec(text);
  if (member) {
    const [, name = '', operator, list = ''] = member;
    const values = list.split(',').map((each) => each.trim());
    return operator === 'in'
      ? (labels) => values.includes(labels[name] ?? '\0')
      : (labels) => !values.includes(labels[name] ?? '\0');
  }
  throw badRequest(`unable to parse requirement: ${explain(text)}`);
}

/** Names the first unexpected token, as the real parser does. */
function explain(text: string): string {
  const operator = new RegExp(`^${key}\\s*(?:==|!=|=)\\s*(.?)`).exec(text);
  const found = operator ? operator[1] : text.replace(new RegExp(`^${key}\\s*`), '').charAt(0);
  return `found '${found ?? ''}', expected: ${operator ? 'identifier' : 'in, notin, =, ==, !=, gt, lt'}`;
}

/** Converts `matchLabels` and `matchExpressions` to a test; undefined selects nothing, an empty object everything. */
export function toLabelTest(selector: unknown): LabelTest {
  if (selector === undefined || selector === null) return () => false;
  const { matchLabels, matchExpressions } = asObject(selector);
  const pairs = Object.entries(asObject(matchLabels));
  const expressions = asArray(matchExpressions).map(asObject);
  return (labels) =>
    pairs.every(([name, expected]) => labels[name] === expected) &&
    expressions.every((expression) => matchesExpression(labels, expression));
}

function matchesExpression(labels: Labels, expression: Record<string, unknown>): boolean {
  const actual = labels[asString(expression['key'])];
  const values = asArray(expression['values']);
  switch (expression['operator']) {
    case 'In':
      return actual !== undefined && values.includes(actual);
    case 'NotIn':
      return actual === undefined || !values.includes(actual);
    case 'Exists':
      return actual !== undefined;
    case 'DoesNotExist':
      return actual === undefined;
    case 'Gt':
      return Number(actual) > Number(values[0]);
    case 'Lt':
      return Number(actual) < Number(values[0]);
    default:
      return false;
  }
}

/** Formats an object selector as text, for `scale` and columns. */
export function formatLabelSelector(selector: unknown): string {
  const { matchLabels, matchExpressions } = asObject(selector);
  const pairs = Object.entries(asObject(matchLabels)).map(([name, each]) => `${name}=${asString(each)}`);
  const expressions = asArray(matchExpressions)
    .map(asObject)
    .map(({ key: name, operator, values }) => {
      const list = asArray(values).join(',');
      if (operator === 'Exists') return asString(name);
      if (operator === 'DoesNotExist') return `!${asString(name)}`;
      return `${asString(name)} ${asString(operator).toLowerCase()} (${list})`;
    });
  return [...pairs.sort(), ...expressions].join(',');
}

/** Selectable fields of core kinds besides name and namespace. */
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

/** Parses `status.phase=Running,spec.nodeName!=a`. @throws StatusError 400 for an unsupported field */
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
  return (object) => (scalarToText(valueAt(object, path), fallback) === expected) === (operator !== '!=');
}
