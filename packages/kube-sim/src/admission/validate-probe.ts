import { invalidValue, requiredValue } from '../errors/refusals.ts';
import type { StatusCause } from '../errors/status-error.ts';
import { asArray, asObject, type JsonObject } from '../object/json-value.ts';
import { checkNotNegative, checkPort, checkPortOrName, forbiddenField } from './field-rules.ts';

const handlers = ['exec', 'httpGet', 'tcpSocket', 'grpc'];
const numbers = ['initialDelaySeconds', 'timeoutSeconds', 'periodSeconds', 'successThreshold', 'failureThreshold'];

/** Checks a probe of a container. */
export function validateProbe(
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
