import { isIP } from 'node:net';
import { invalidValue, unsupportedValue } from '../errors/refusals.ts';
import type { StatusCause } from '../errors/status-error.ts';
import { asArray, asObject, type JsonObject } from '../object/json-value.ts';

const types = ['Egress', 'Ingress'];
const blockRule = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';

/** What the API holds against a network policy. */
export function validateNetworkPolicy(spec: JsonObject): readonly StatusCause[] {
  return [
    ...asArray(spec['policyTypes'])
      .filter((type) => !types.includes(String(type)))
      .map((type) => unsupportedValue('spec.policyTypes', type, types)),
    ...validateRules(asArray(spec['ingress']), 'ingress', 'from'),
    ...validateRules(asArray(spec['egress']), 'egress', 'to'),
  ];
}

function validateRules(rules: readonly unknown[], field: string, peers: 'from' | 'to'): readonly StatusCause[] {
  return rules.flatMap((rule, index) => [
    ...asArray(asObject(rule)['ports']).flatMap((port, place) =>
      validatePort(asObject(port), `spec.${field}[${index}].ports[${place}]`),
    ),
    ...asArray(asObject(rule)[peers]).flatMap((peer, place) =>
      validatePeer(asObject(peer), `spec.${field}[${index}].${peers}[${place}]`),
    ),
  ]);
}

function validatePeer(peer: JsonObject, at: string): readonly StatusCause[] {
  if (peer['ipBlock'] === undefined) return [];
  const { cidr, except } = asObject(peer['ipBlock']);
  const entries = [
    { field: `${at}.ipBlock.cidr`, value: cidr },
    ...asArray(except).map((value, index) => ({ field: `${at}.ipBlock.except[${index}]`, value })),
  ];
  const causes = entries
    .filter(({ value }) => !isBlock(value))
    .map(({ field, value }) => invalidValue(field, value, blockRule));
  const isMixed = peer['podSelector'] !== undefined || peer['namespaceSelector'] !== undefined;
  if (!isMixed) return causes;
  const message = 'Forbidden: may not specify both ipBlock and another peer';
  return [...causes, { reason: 'FieldValueForbidden', message, field: at }];
}

function isBlock(value: unknown): boolean {
  const [, address = '', length = ''] = /^([^/]+)\/(\d{1,3})$/.exec(String(value)) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(length) <= (family === 4 ? 32 : 128);
}

function validatePort({ port, endPort }: JsonObject, at: string): readonly StatusCause[] {
  if (typeof port === 'number' && !(port > 0 && port < 65_536))
    return [invalidValue(`${at}.port`, port, 'must be between 1 and 65535, inclusive')];
  if (endPort === undefined) return [];
  if (typeof port !== 'number') {
    const why = 'may not be specified when `port` is non-numeric';
    return [{ reason: 'FieldValueForbidden', message: `Forbidden: ${why}`, field: `${at}.endPort` }];
  }
  return Number(endPort) < port
    ? [invalidValue(`${at}.endPort`, endPort, 'must be greater than or equal to `port`')]
    : [];
}
