import {
  checkChoice,
  checkNotNegative,
  checkPort,
  checkPortName,
  checkPortOrName,
  checkUnique,
  forbiddenField,
} from './field-rules.ts';
import { invalidValue, requiredValue, unsupportedValue } from '../errors/refusals.ts';
import type { StatusCause } from '../errors/status-error.ts';
import { asArray, asObject, asString, type JsonObject } from '../object/json-value.ts';
import { parseQuantity } from '../object/quantity.ts';

interface ContainerSetting {
  /** The names of the pod's volumes. */
  readonly volumes: ReadonlySet<unknown>;
  readonly isInit: boolean;
}

const pullPolicies = ['Always', 'IfNotPresent', 'Never'];

/** Checks one container except its name. */
export function validateContainer(
  container: JsonObject,
  at: string,
  { volumes, isInit }: ContainerSetting,
): readonly StatusCause[] {
  const image = asString(container['image']);
  const policy = container['imagePullPolicy'];
  const causes: StatusCause[] = [];
  if (image === '') causes.push(requiredValue(`${at}.image`));
  else if (image.trim() !== image)
    causes.push(invalidValue(`${at}.image`, image, 'must not have leading or trailing whitespace'));
  causes.push(...validatePorts(container, at), ...validateEnvironment(container, at));
  causes.push(...validateMounts(container, at, volumes));
  if (policy !== undefined && policy !== '' && !pullPolicies.includes(asString(policy)))
    causes.push(unsupportedValue(`${at}.imagePullPolicy`, policy, pullPolicies));
  causes.push(...validateResources(asObject(container['resources']), `${at}.resources`));
  for (const name of ['livenessProbe', 'readinessProbe', 'startupProbe'] as const) {
    if (container[name] === undefined) continue;
    if (isInit && container['restartPolicy'] !== 'Always')
      causes.push(forbiddenField(`${at}.${name}`, 'may not be set for init containers without restartPolicy=Always'));
    else causes.push(...validateProbe(asObject(container[name]), name, `${at}.${name}`));
  }
  return causes;
}

function validatePorts(container: JsonObject, at: string): readonly StatusCause[] {
  const ports = asArray(container['ports']).map(asObject);
  const names = ports.map(({ name }) => asString(name));
  return [
    ...ports.flatMap(({ name, containerPort, hostPort, protocol }, index) => {
      const path = `${at}.ports[${index}]`;
      const isMissing = containerPort === undefined || containerPort === 0;
      return [
        ...(asString(name) === '' ? [] : checkPortName(asString(name), `${path}.name`)),
        ...(isMissing ? [requiredValue(`${path}.containerPort`)] : checkPort(containerPort, `${path}.containerPort`)),
        ...(hostPort === undefined || hostPort === 0 ? [] : checkPort(hostPort, `${path}.hostPort`)),
        ...checkChoice(protocol ?? 'TCP', ['SCTP', 'TCP', 'UDP'], `${path}.protocol`),
      ];
    }),
    ...checkUnique(names, (index) => `${at}.ports[${index}].name`),
  ];
}

const nameRule = "a valid environment variable name must consist only of printable ASCII characters other than '='";

function validateEnvironment(container: JsonObject, at: string): readonly StatusCause[] {
  return asArray(container['env'])
    .map(asObject)
    .flatMap(({ name, value, valueFrom }, index) => {
      const path = `${at}.env[${index}]`;
      const text = asString(name);
      const causes: StatusCause[] = [];
      if (text === '') causes.push(requiredValue(`${path}.name`));
      else if (!/^[ -<>-~]+$/.test(text)) causes.push(invalidValue(`${path}.name`, text, nameRule));
      if (valueFrom !== undefined && asString(value) !== '')
        causes.push(invalidValue(`${path}.valueFrom`, '', 'may not be specified when `value` is not empty'));
      return [...causes, ...validateKeyReference(asObject(valueFrom), `${path}.valueFrom`)];
    });
}

function validateKeyReference(source: JsonObject, at: string): readonly StatusCause[] {
  return ['configMapKeyRef', 'secretKeyRef'].flatMap((kind) => {
    const reference = source[kind];
    if (reference === undefined) return [];
    return ['name', 'key']
      .filter((field) => asString(asObject(reference)[field]) === '')
      .map((field) => requiredValue(`${at}.${kind}.${field}`));
  });
}

function validateMounts(container: JsonObject, at: string, volumes: ReadonlySet<unknown>): readonly StatusCause[] {
  const mounts = asArray(container['volumeMounts']).map(asObject);
  const paths = mounts.map(({ mountPath }) => mountPath);
  return mounts.flatMap(({ name, mountPath }, index) => {
    const path = `${at}.volumeMounts[${index}]`;
    const causes: StatusCause[] = [];
    if (asString(name) === '') causes.push(requiredValue(`${path}.name`));
    else if (!volumes.has(name))
      causes.push({
        reason: 'FieldValueNotFound',
        message: `Not found: ${JSON.stringify(name)}`,
        field: `${path}.name`,
      });
    if (asString(mountPath) === '') causes.push(requiredValue(`${path}.mountPath`));
    else if (paths.indexOf(mountPath) < index)
      causes.push(invalidValue(`${path}.mountPath`, mountPath, 'must be unique'));
    return causes;
  });
}

const quantityRule = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

function validateResources(resources: JsonObject, at: string): readonly StatusCause[] {
  const limits = asObject(resources['limits']);
  const causes: StatusCause[] = [];
  for (const list of ['limits', 'requests']) {
    for (const [name, value] of Object.entries(asObject(resources[list]))) {
      const amount = parseQuantity(value);
      if (amount === undefined) causes.push(invalidValue(`${at}.${list}.${name}`, value, quantityRule));
      else if (amount < 0)
        causes.push(invalidValue(`${at}.${list}[${name}]`, value, 'must be greater than or equal to 0'));
    }
  }
  for (const [name, request] of Object.entries(asObject(resources['requests']))) {
    const [requested, limited] = [parseQuantity(request), parseQuantity(limits[name])];
    if (requested === undefined || limited === undefined || requested <= limited) continue;
    const why = `must be less than or equal to ${name} limit of ${asString(limits[name])}`;
    causes.push(invalidValue(`${at}.requests`, request, why));
  }
  return causes;
}

const handlers = ['exec', 'httpGet', 'tcpSocket', 'grpc'];
const numbers = ['initialDelaySeconds', 'timeoutSeconds', 'periodSeconds', 'successThreshold', 'failureThreshold'];

/** Checks a probe of a container. */
function validateProbe(
  probe: JsonObject,
  name: 'livenessProbe' | 'readinessProbe' | 'startupProbe',
  at: string,
): readonly StatusCause[] {
  const given = handlers.filter((handler) => probe[handler] !== undefined);
  const { successThreshold } = probe;
  const causes: StatusCause[] = [];
  if (given.length === 0) causes.push(requiredValue(at, 'must specify a handler type'));
  causes.push(
    ...given.slice(1).map((handler) => forbiddenField(`${at}.${handler}`, 'may not specify more than 1 handler type')),
    ...validateHandler(probe, given[0], at),
    ...checkNotNegative(probe, numbers, at),
  );
  if (name !== 'readinessProbe' && typeof successThreshold === 'number' && successThreshold > 1)
    causes.push(invalidValue(`${at}.successThreshold`, successThreshold, 'must be 1'));
  return causes;
}

function validateHandler(probe: JsonObject, handler: string | undefined, at: string): readonly StatusCause[] {
  if (handler === undefined) return [];
  const { command, port } = asObject(probe[handler]);
  if (handler === 'exec') return asArray(command).length === 0 ? [requiredValue(`${at}.exec.command`)] : [];
  return handler === 'grpc' ? checkPort(port, `${at}.grpc.port`) : checkPortOrName(port, `${at}.${handler}.port`);
}
