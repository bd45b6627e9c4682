import type { ClusterChange } from '../../cluster/change/cluster-change.ts';
import type { KubeObject } from '../../cluster/object/kube-object.ts';
import { parseQuantity } from '../../cluster/object/quantity.ts';
import { isJsonObject, textAt, valueAt } from '../../cluster/object/read-value.ts';

/**
 * Checks whether a change writes a value that cannot be compared: a text that the result does not show under
 * the same field name, because it was redacted as a secret or the server stored another value, or a copy of a
 * value that may have been redacted.
 */
export function hasHiddenWrites(change: ClusterChange, after: KubeObject): boolean {
  if (change.verb === 'apply') return hidesAny(textsOf('', change.object), after);
  if (change.verb !== 'patch') return false;
  if (change.type !== 'json') return hidesAny(textsOf('', change.patch), after);
  const operations = Array.isArray(change.patch) ? change.patch.filter(isJsonObject) : [];
  if (operations.some(({ op }) => op === 'copy' || op === 'move')) return true;
  const writes = operations.filter(({ op }) => op === 'add' || op === 'replace');
  return hidesAny(
    writes.flatMap((write) => textsOf(fieldOf(textAt(write, 'path') ?? ''), valueAt(write, 'value'))),
    after,
  );
}

function hidesAny(written: readonly string[], after: KubeObject): boolean {
  const shown = new Set(textsOf('', after));
  return written.some((text) => !shown.has(text));
}

/** Fields that the server sets regardless of the change. */
const serverFields: ReadonlySet<string> = new Set([
  'resourceVersion',
  'managedFields',
  'creationTimestamp',
  'generation',
  'selfLink',
]);

/**
 * Lists all texts of a value, each after the name of its field. Directives of a patch write nothing. The walk
 * keeps its own stack and supports any depth.
 */
function textsOf(field: string, value: unknown): string[] {
  const texts: string[] = [];
  const open: { readonly field: string; readonly value: unknown }[] = [{ field, value }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { field: name, value: at } = next;
    if (typeof at === 'string') texts.push(`${name} ${normalize(at)}`);
    else if (Array.isArray(at)) for (const item of at) open.push({ field: name, value: item });
    else if (isJsonObject(at) && at['$patch'] !== 'delete') {
      for (const [key, part] of Object.entries(at)) {
        if (!key.startsWith('$') && !serverFields.has(key)) open.push({ field: key, value: part });
      }
    }
  }
  return texts;
}

/** The server writes a quantity such as `1024Mi` as `1Gi`. */
function normalize(text: string): string {
  const amount = parseQuantity(text);
  return amount !== undefined && Number.isFinite(amount) ? String(amount) : text;
}

/** Returns the field of a JSON pointer; for an item of a list, the list's field. */
function fieldOf(pointer: string): string {
  const steps = pointer.split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.findLast((step) => !/^(?:\d+|-)$/.test(step)) ?? '';
}
