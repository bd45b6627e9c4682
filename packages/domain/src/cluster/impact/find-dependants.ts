import { kindOf, type KubeObject, labelsOf, nameOf, namespaceOf } from '../object/kube-object.ts';
import { matchesLabels, matchesSelector } from '../object/matches-selector.ts';
import { entryOf, isJsonObject, objectAt, valueAt } from '../object/read-value.ts';
import { referencesOf } from '../object/references.ts';

/** An object that would be affected if another one changed or was deleted. */
export interface Dependant {
  readonly object: KubeObject;
  /** The object that it depends on: the target, or another dependant of it. */
  readonly of: KubeObject;
  /** For example `variables of web`. */
  readonly because: string;
  /** True if it declares the reference as optional. */
  readonly isOptional: boolean;
  /** 1 for a direct dependant. */
  readonly distance: number;
}

/** Resolves the kind of a reference such as `configmaps` or `Deployment.apps`. */
export type KindNamed = (resource: string) => string | undefined;

/** Finds the objects that depend on one, directly or through others; the nearest first, each once. */
export function findDependants(
  target: KubeObject,
  objects: readonly KubeObject[],
  kindNamed: KindNamed,
): readonly Dependant[] {
  const found: Dependant[] = [];
  let open = objects.filter((object) => !isSame(object, target));
  let reached: readonly KubeObject[] = [target];
  for (let distance = 1; reached.length > 0; distance += 1) {
    const next = open.flatMap((object): readonly Dependant[] => {
      for (const of of reached) {
        const need = needOf(object, of, kindNamed);
        if (need) return [{ object, of, distance, ...need }];
      }
      return [];
    });
    found.push(...next);
    reached = next.map(({ object }) => object);
    open = open.filter((object) => !reached.includes(object));
  }
  return found;
}

function isSame(one: KubeObject, other: KubeObject): boolean {
  return kindOf(one) === kindOf(other) && nameOf(one) === nameOf(other) && namespaceOf(one) === namespaceOf(other);
}

function needOf(
  object: KubeObject,
  of: KubeObject,
  kindNamed: KindNamed,
): Pick<Dependant, 'because' | 'isOptional'> | undefined {
  if (selects(object, of)) return { because: 'selects its pods', isOptional: false };
  const [kind, name, namespace] = [kindOf(of), nameOf(of), namespaceOf(of)];
  const references = referencesOf(object).filter(
    (each) =>
      each.name === name &&
      (namespace === undefined || each.namespace === namespace) &&
      kindNamed(each.resource) === kind,
  );
  const [first] = references;
  if (first === undefined) return undefined;
  return { because: first.use, isOptional: references.every(({ optional }) => optional) };
}

/** The path of the pod selector, by kind. A Service has plain labels there. */
const selectors: Readonly<Record<string, string>> = {
  Service: 'selector',
  PodDisruptionBudget: 'selector',
  NetworkPolicy: 'podSelector',
};

function selects(object: KubeObject, of: KubeObject): boolean {
  const field = entryOf(selectors, kindOf(object));
  const labels = podLabelsOf(of);
  if (field === undefined || labels === undefined || namespaceOf(object) !== namespaceOf(of)) return false;
  const selector = valueAt(object, 'spec', field);
  if (!isJsonObject(selector)) return false;
  if (kindOf(object) !== 'Service') return matchesSelector(selector, labels);
  return Object.keys(selector).length > 0 && matchesLabels(selector, labels);
}

/** The path of the pod labels, by kind of the object that creates the pods. */
const templates: Readonly<Record<string, readonly string[]>> = {
  Deployment: ['spec', 'template'],
  ReplicaSet: ['spec', 'template'],
  StatefulSet: ['spec', 'template'],
  DaemonSet: ['spec', 'template'],
  Job: ['spec', 'template'],
  CronJob: ['spec', 'jobTemplate', 'spec', 'template'],
};

/** Returns the labels of the pods of an object; `undefined` for one that creates none. */
function podLabelsOf(object: KubeObject): Readonly<Record<string, unknown>> | undefined {
  if (kindOf(object) === 'Pod') return labelsOf(object);
  const path = entryOf(templates, kindOf(object));
  return path && objectAt(object, ...path, 'metadata', 'labels');
}
