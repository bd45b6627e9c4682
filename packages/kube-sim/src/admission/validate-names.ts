import { invalidValue, requiredValue } from '../errors/refusals.ts';
import type { StatusCause } from '../errors/status-error.ts';
import { asObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';

const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const label = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const labelValue = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;

export const subdomainRule =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
export const labelRule =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const labelValueRule =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

/** Kinds whose names may be any path segment. */
const freelyNamed: ReadonlySet<string> = new Set(
  ['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings'].map(
    (plural) => `rbac.authorization.k8s.io/${plural}`,
  ),
);
/** Kinds whose names are DNS labels. */
const labelNamed: ReadonlySet<string> = new Set(['/namespaces', '/services']);

const qualifiedName = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const qualifiedNameRule =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

/** The rules that a label or annotation key violates. */
export function findKeyProblems(key: string): readonly string[] {
  const parts = key.split('/');
  const name = parts.at(-1) ?? '';
  const prefix = parts.length === 2 ? parts[0] : undefined;
  if (parts.length > 2)
    return [
      `a qualified name ${qualifiedNameRule} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  const problems: string[] = [];
  if (prefix === '') problems.push('prefix part must be non-empty');
  else if (prefix !== undefined && !isSubdomain(prefix)) problems.push(`prefix part ${subdomainRule}`);
  if (name === '') problems.push('name part must be non-empty');
  else if (name.length > 63) problems.push('name part must be no more than 63 bytes');
  if (!qualifiedName.test(name)) problems.push(`name part ${qualifiedNameRule}`);
  return problems;
}

export function isSubdomain(text: string): boolean {
  return text.length <= 253 && subdomain.test(text);
}

/** Checks labels and annotations under a path such as `metadata`. */
export function validateLabelsAndAnnotations(
  { labels, annotations }: { readonly labels?: unknown; readonly annotations?: unknown },
  path: string,
): readonly StatusCause[] {
  const causes: StatusCause[] = [];
  for (const [key, value] of Object.entries(asObject(labels))) {
    causes.push(...findKeyProblems(key).map((why) => invalidValue(`${path}.labels`, key, why)));
    if (typeof value !== 'string' || !labelValue.test(value))
      causes.push(invalidValue(`${path}.labels`, value, labelValueRule));
    else if (value.length > 63) causes.push(invalidValue(`${path}.labels`, value, 'must be no more than 63 bytes'));
  }
  for (const key of Object.keys(asObject(annotations)))
    causes.push(...findKeyProblems(key.toLowerCase()).map((why) => invalidValue(`${path}.annotations`, key, why)));
  return causes;
}

export function isLabel(text: string): boolean {
  return text.length <= 63 && label.test(text);
}

/** Checks the name, labels and other metadata. */
export function validateMetadata(storage: string, { metadata }: KubeObject): readonly StatusCause[] {
  const causes: StatusCause[] = [];
  const { name } = metadata;
  if (typeof name !== 'string' || name === '')
    causes.push(requiredValue('metadata.name', 'name or generateName is required'));
  else if (freelyNamed.has(storage)) {
    if (/[/%]/.test(name) || name === '.' || name === '..') {
      causes.push(invalidValue('metadata.name', name, `may not contain '/'`));
    }
  } else if (labelNamed.has(storage)) {
    if (!isLabel(name)) causes.push(invalidValue('metadata.name', name, labelRule));
  } else if (name.length > 253) causes.push(invalidValue('metadata.name', name, 'must be no more than 253 bytes'));
  else if (!subdomain.test(name)) causes.push(invalidValue('metadata.name', name, subdomainRule));
  causes.push(...validateLabelsAndAnnotations(metadata, 'metadata'));
  return causes;
}
