import { isIP } from 'node:net';
import { checkChoice, checkPort, checkPortName, checkUnique } from './field-rules.ts';
import { isLabel, isSubdomain, labelRule, subdomainRule } from './validate-names.ts';
import { invalidObject, invalidValue, requiredValue, unsupportedValue } from '../errors/refusals.ts';
import type { StatusCause } from '../errors/status-error.ts';
import { asArray, asObject, asString, type JsonObject } from '../object/json-value.ts';

const serviceTypes = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const nodePorts = { first: 30_000, last: 32_767 };

/** Checks a Service. */
export function validateService(spec: JsonObject): readonly StatusCause[] {
  const ports = asArray(spec['ports']).map(asObject);
  const isExternal = spec['type'] === 'ExternalName';
  const causes: StatusCause[] = [];
  if (ports.length === 0 && !isExternal && spec['clusterIP'] !== 'None') causes.push(requiredValue('spec.ports'));
  if (isExternal) {
    const host = asString(spec['externalName']).replace(/\.$/, '');
    if (host === '') causes.push(requiredValue('spec.externalName'));
    else if (!isSubdomain(host)) causes.push(invalidValue('spec.externalName', host, subdomainRule));
  }
  causes.push(
    ...ports.flatMap((port, index) => validateServicePort(port, `spec.ports[${index}]`, ports.length > 1)),
    ...checkUnique(
      ports.map(({ name }) => asString(name)),
      (index) => `spec.ports[${index}].name`,
    ),
    ...checkChoice(spec['type'] ?? 'ClusterIP', serviceTypes, 'spec.type'),
    ...validateEndpoints(ports),
  );
  return causes;
}

function validateServicePort(
  { name, port, protocol, targetPort }: JsonObject,
  at: string,
  isNameRequired: boolean,
): readonly StatusCause[] {
  const text = asString(name);
  const causes: StatusCause[] = [];
  if (text === '' && isNameRequired) causes.push(requiredValue(`${at}.name`));
  else if (text !== '' && !isLabel(text)) causes.push(invalidValue(`${at}.name`, text, labelRule));
  causes.push(
    ...checkPort(port, `${at}.port`),
    ...checkChoice(protocol ?? 'TCP', ['SCTP', 'TCP', 'UDP'], `${at}.protocol`),
  );
  if (typeof targetPort === 'number') causes.push(...checkPort(targetPort, `${at}.targetPort`));
  if (typeof targetPort === 'string') causes.push(...checkPortName(targetPort, `${at}.targetPort`));
  return causes;
}

/** Refuses two ports with the same number and protocol. */
function validateEndpoints(ports: readonly JsonObject[]): readonly StatusCause[] {
  const keys = ports.map(({ port, protocol }) => `${asString(protocol) || 'TCP'} ${Number(port)}`);
  return ports.flatMap(({ port, protocol }, index) => {
    if (keys.indexOf(keys[index] ?? '') === index) return [];
    const value = { Name: '', Protocol: protocol, AppProtocol: null, Port: port, TargetPort: 0, NodePort: 0 };
    const message = `Duplicate value: ${JSON.stringify(value)}`;
    return [{ reason: 'FieldValueDuplicate', message, field: `spec.ports[${index}]` }];
  });
}

/** Refuses node ports out of range; a server allocates them before it validates the rest. @throws StatusError 422 */
export function refuseNodePorts(name: string, spec: JsonObject): void {
  if (spec['type'] !== 'NodePort' && spec['type'] !== 'LoadBalancer') return;
  const range = `${nodePorts.first}-${nodePorts.last}`;
  const why = `provided port is not in the valid range. The range of valid ports is ${range}`;
  const index = asArray(spec['ports']).findIndex((port) => {
    const { nodePort } = asObject(port);
    return (
      typeof nodePort === 'number' && nodePort !== 0 && !(nodePort >= nodePorts.first && nodePort <= nodePorts.last)
    );
  });
  if (index < 0) return;
  const { nodePort } = asObject(asArray(spec['ports'])[index]);
  throw invalidObject({ group: '', kind: 'Service' }, name, [
    invalidValue(`spec.ports[${index}].nodePort`, nodePort, why),
  ]);
}

const pathTypes = ['Exact', 'ImplementationSpecific', 'Prefix'];
const wildcardRule =
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

/** Checks an Ingress. */
export function validateIngress(spec: JsonObject): readonly StatusCause[] {
  const rules = asArray(spec['rules']).map(asObject);
  const causes: StatusCause[] = [];
  if (rules.length === 0 && spec['defaultBackend'] === undefined)
    causes.push(invalidValue('spec', null, 'either `defaultBackend` or `rules` must be specified'));
  if (spec['defaultBackend'] !== undefined)
    causes.push(...validateBackend(asObject(spec['defaultBackend']), 'spec.defaultBackend'));
  for (const [index, { host, http }] of rules.entries()) {
    const at = `spec.rules[${index}]`;
    causes.push(...validateHost(asString(host), `${at}.host`));
    if (http === undefined) continue;
    const paths = asArray(asObject(http)['paths']).map(asObject);
    if (paths.length === 0) causes.push(requiredValue(`${at}.http.paths`));
    causes.push(...paths.flatMap((path, place) => validatePath(path, `${at}.http.paths[${place}]`)));
  }
  return causes;
}

function validateHost(host: string, at: string): readonly StatusCause[] {
  if (host === '') return [];
  if (isIP(host) !== 0) return [invalidValue(at, host, 'must be a DNS name, not an IP address')];
  if (host.includes('*'))
    return host.startsWith('*.') && isSubdomain(host.slice(2)) ? [] : [invalidValue(at, host, wildcardRule)];
  return isSubdomain(host) ? [] : [invalidValue(at, host, subdomainRule)];
}

const invalidSequences = ['//', '/./', '/../', '%2f', '%2F'];
const invalidEndings = ['/..', '/.'];

function validatePath({ path, pathType, backend }: JsonObject, at: string): readonly StatusCause[] {
  const text = asString(path);
  const causes: StatusCause[] = [];
  if (pathType === undefined) causes.push(requiredValue(`${at}.pathType`, 'pathType must be specified'));
  else causes.push(...checkChoice(pathType, pathTypes, `${at}.pathType`));
  const isFree = pathType === 'ImplementationSpecific';
  if (!text.startsWith('/')) {
    if (!isFree || text !== '') causes.push(invalidValue(`${at}.path`, text, 'must be an absolute path'));
  } else if (!isFree) {
    for (const part of invalidSequences.filter((each) => text.includes(each)))
      causes.push(invalidValue(`${at}.path`, text, `must not contain '${part}'`));
    for (const ending of invalidEndings.filter((each) => text.endsWith(each)))
      causes.push(invalidValue(`${at}.path`, text, `cannot end with '${ending}'`));
  }
  return [...causes, ...validateBackend(asObject(backend), `${at}.backend`)];
}

function validateBackend({ service, resource }: JsonObject, at: string): readonly StatusCause[] {
  if (service === undefined)
    return resource === undefined ? [requiredValue(at, 'resource or service backend is required')] : [];
  if (resource !== undefined) return [invalidValue(at, '', 'cannot set both resource and service backends')];
  const { name, port } = asObject(service);
  const { name: portName, number } = asObject(port);
  const text = asString(name);
  const causes: StatusCause[] = [];
  if (text === '') causes.push(requiredValue(`${at}.service.name`));
  else if (!isLabel(text)) causes.push(invalidValue(`${at}.service.name`, text, labelRule));
  const hasName = asString(portName) !== '';
  const hasNumber = number !== undefined && number !== 0;
  if (hasName && hasNumber) causes.push(invalidValue(at, '', 'cannot set both port name & port number'));
  else if (hasNumber) causes.push(...checkPort(number, `${at}.service.port.number`));
  else if (!hasName) causes.push(requiredValue(at, 'port name or number is required'));
  return causes;
}

const policyTypes = ['Egress', 'Ingress'];
const blockRule = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';

/** Checks a NetworkPolicy. */
export function validateNetworkPolicy(spec: JsonObject): readonly StatusCause[] {
  return [
    ...asArray(spec['policyTypes'])
      .filter((type) => !policyTypes.includes(String(type)))
      .map((type) => unsupportedValue('spec.policyTypes', type, policyTypes)),
    ...validateRules(asArray(spec['ingress']), 'ingress', 'from'),
    ...validateRules(asArray(spec['egress']), 'egress', 'to'),
  ];
}

function validateRules(rules: readonly unknown[], field: string, peers: 'from' | 'to'): readonly StatusCause[] {
  return rules.flatMap((rule, index) => [
    ...asArray(asObject(rule)['ports']).flatMap((port, place) =>
      validatePolicyPort(asObject(port), `spec.${field}[${index}].ports[${place}]`),
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

function validatePolicyPort({ port, endPort }: JsonObject, at: string): readonly StatusCause[] {
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
