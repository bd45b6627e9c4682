import { requiredValue, unsupportedValue } from '../errors/refusals.ts';
import type { StatusCause } from '../errors/status-error.ts';
import { asArray, asObject, asString, type JsonObject } from '../object/json-value.ts';

const group = 'rbac.authorization.k8s.io';

/** Checks a binding; only one of a namespace may refer to a Role. */
export function validateBinding(binding: JsonObject, roleKinds: readonly string[]): readonly StatusCause[] {
  const { apiGroup, kind, name } = asObject(binding['roleRef']);
  const causes: StatusCause[] = [];
  if (apiGroup !== undefined && apiGroup !== group)
    causes.push(unsupportedValue('roleRef.apiGroup', apiGroup, [group]));
  if (!roleKinds.includes(String(kind))) causes.push(unsupportedValue('roleRef.kind', kind ?? '', roleKinds));
  if (asString(name) === '') causes.push(requiredValue('roleRef.name'));
  return [...causes, ...asArray(binding['subjects']).flatMap((each, index) => validateSubject(asObject(each), index))];
}

const subjectGroups: Readonly<Record<string, string>> = { ServiceAccount: '', User: group, Group: group };

function validateSubject({ kind, name, apiGroup, namespace }: JsonObject, index: number): readonly StatusCause[] {
  const at = `subjects[${index}]`;
  const wanted = subjectGroups[String(kind)];
  const causes: StatusCause[] = [];
  if (asString(name) === '') causes.push(requiredValue(`${at}.name`));
  if (wanted === undefined)
    causes.push(unsupportedValue(`${at}.kind`, kind ?? '', ['ServiceAccount', 'User', 'Group']));
  else if (apiGroup !== undefined && apiGroup !== wanted)
    causes.push(unsupportedValue(`${at}.apiGroup`, apiGroup, [wanted]));
  if (kind === 'ServiceAccount' && asString(namespace) === '') causes.push(requiredValue(`${at}.namespace`));
  return causes;
}

/** Checks the rules of a role. */
export function validateRole(role: JsonObject, isNamespaced: boolean): readonly StatusCause[] {
  return asArray(role['rules']).flatMap((rule, index) => {
    const at = `rules[${index}]`;
    const { verbs, apiGroups, resources, nonResourceURLs } = asObject(rule);
    const isEmpty = (list: unknown) => asArray(list).length === 0;
    const causes: StatusCause[] = [];
    if (isEmpty(verbs)) causes.push(requiredValue(`${at}.verbs`, 'verbs must contain at least one value'));
    if (!isNamespaced && !isEmpty(nonResourceURLs)) return causes;
    if (isEmpty(apiGroups))
      causes.push(requiredValue(`${at}.apiGroups`, 'resource rules must supply at least one api group'));
    if (isEmpty(resources))
      causes.push(requiredValue(`${at}.resources`, 'resource rules must supply at least one resource'));
    return causes;
  });
}
