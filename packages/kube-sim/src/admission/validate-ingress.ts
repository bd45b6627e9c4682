import { isIP } from 'node:net';
import { invalidValue, requiredValue } from '../errors/refusals.ts';
import type { StatusCause } from '../errors/status-error.ts';
import { asArray, asObject, asString, type JsonObject } from '../object/json-value.ts';
import { checkChoice, checkPort } from './field-rules.ts';
import { isLabel, isSubdomain, labelRule, subdomainRule } from './validate-names.ts';

const pathTypes = ['Exact', 'ImplementationSpecific', 'Prefix'];
const wildcardRule =
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

/** Checks an ingress. */
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
