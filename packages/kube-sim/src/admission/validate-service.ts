import { invalid, invalidValue, requiredValue } from '../errors/refusals.ts';
import type { StatusCause } from '../errors/status-error.ts';
import { asArray, asObject, asString, type JsonObject } from '../object/json-value.ts';
import { checkChoice, checkPort, checkPortName, checkUnique } from './field-rules.ts';
import { isLabel, isSubdomain, labelRule, subdomainRule } from './validate-names.ts';

const types = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const nodePorts = { first: 30_000, last: 32_767 };

/** Checks a service. */
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
    ...ports.flatMap((port, index) => validatePort(port, `spec.ports[${index}]`, ports.length > 1)),
    ...checkUnique(
      ports.map(({ name }) => asString(name)),
      (index) => `spec.ports[${index}].name`,
    ),
    ...checkChoice(spec['type'] ?? 'ClusterIP', types, 'spec.type'),
    ...validateEndpoints(ports),
  );
  return causes;
}

function validatePort(
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

/** Two ports with one number and protocol lead nowhere. */
function validateEndpoints(ports: readonly JsonObject[]): readonly StatusCause[] {
  const keys = ports.map(({ port, protocol }) => `${asString(protocol) || 'TCP'} ${Number(port)}`);
  return ports.flatMap(({ port, protocol }, index) => {
    if (keys.indexOf(keys[index] ?? '') === index) return [];
    const value = { Name: '', Protocol: protocol, AppProtocol: null, Port: port, TargetPort: 0, NodePort: 0 };
    const message = `Duplicate value: ${JSON.stringify(value)}`;
    return [{ reason: 'FieldValueDuplicate', message, field: `spec.ports[${index}]` }];
  });
}

/** Refuses node ports outside the range of the cluster; the server allocates them before it looks at the rest. @throws StatusError 422 */
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
  throw invalid({ group: '', kind: 'Service' }, name, [invalidValue(`spec.ports[${index}].nodePort`, nodePort, why)]);
}
