import {
  kindOf,
  type KubeObject,
  labelsOf,
  nameOf,
  namespaceOf,
  type ObjectReference,
  ownerOf,
} from '../object/kube-object.ts';
import { type JsonObject, objectAt, textAt } from '../object/read-value.ts';
import { LabelIndex } from './label-index.ts';

/** The objects of a kind that were read. */
export interface ObjectList {
  readonly items: readonly KubeObject[];
  /** True if the list has all objects of the kind in the scope. */
  readonly isComplete: boolean;
}

/** The scope of the objects that were read. */
export interface ObjectScope {
  readonly now: Date;
  /** All namespaces when absent. */
  readonly namespace?: string | undefined;
}

/** Objects of a cluster for the rules, with the knowledge of which objects do not exist. */
export class ClusterObjects {
  readonly now: Date;
  /** The only namespace that was read; undefined for all. */
  readonly namespace: string | undefined;
  readonly #lists: ReadonlyMap<string, ObjectList>;
  readonly #byName = new Map<string, ReadonlyMap<string, KubeObject>>();
  readonly #byNamespace = new Map<string, ReadonlyMap<string | undefined, readonly KubeObject[]>>();

  readonly #byLabels = new Map<string, LabelIndex<KubeObject>>();
  readonly #byOwner = new Map<string, ReadonlyMap<string, readonly KubeObject[]>>();

  #events: ReadonlyMap<string, readonly KubeObject[]> | undefined;

  /** `lists` by kind; kinds that could not be read are absent. */
  constructor({ now, namespace }: ObjectScope, lists: ReadonlyMap<string, ObjectList>) {
    this.now = now;
    this.namespace = namespace;
    this.#lists = lists;
  }

  all(kind: string): readonly KubeObject[] {
    return this.#lists.get(kind)?.items ?? [];
  }

  in(namespace: string | undefined, kind: string): readonly KubeObject[] {
    const known = this.#byNamespace.get(kind) ?? Map.groupBy(this.all(kind), namespaceOf);
    this.#byNamespace.set(kind, known);
    return known.get(namespace) ?? [];
  }

  /** Returns the objects of a kind in a namespace, indexed by label. */
  labelled(namespace: string | undefined, kind: string): LabelIndex<KubeObject> {
    const key = `${kind}/${namespace ?? ''}`;
    const known = this.#byLabels.get(key) ?? new LabelIndex(this.in(namespace, kind), labelsOf);
    this.#byLabels.set(key, known);
    return known;
  }

  /** Returns the objects of a kind whose first owner has this kind, namespace and name. */
  ownedBy(owner: Pick<ObjectReference, 'kind' | 'namespace' | 'name'>, kind: string): readonly KubeObject[] {
    const known = this.#byOwner.get(kind) ?? Map.groupBy(this.all(kind), (each) => toOwnerKey(ownerOf(each)));
    this.#byOwner.set(kind, known);
    return known.get(toOwnerKey(owner)) ?? [];
  }

  find(kind: string, namespace: string | undefined, name: string): KubeObject | undefined {
    const known = this.#byName.get(kind) ?? new Map(this.all(kind).map((each) => [keyOf(each), each]));
    this.#byName.set(kind, known);
    return known.get(`${namespace ?? ''}/${name}`);
  }

  /** Returns the events about an object. */
  eventsOf(object: KubeObject): readonly KubeObject[] {
    this.#events ??= Map.groupBy(this.all('Event'), (event) => toEventKey(objectAt(event, 'involvedObject')));
    const reference = { kind: kindOf(object), namespace: namespaceOf(object), name: nameOf(object) };
    return this.#events.get(toEventKey(reference)) ?? [];
  }

  /**
   * Returns true if all objects of the kind in a namespace are known; `undefined` for kinds without
   * namespaces.
   */
  knows(kind: string, namespace: string | undefined): boolean {
    const isInScope = this.namespace === undefined || namespace === undefined || namespace === this.namespace;
    return isInScope && this.#lists.get(kind)?.isComplete === true;
  }

  /** Returns true if an object is known not to exist. */
  lacks(kind: string, namespace: string | undefined, name: string): boolean {
    return this.knows(kind, namespace) && this.find(kind, namespace, name) === undefined;
  }

  /** Returns the controller of an object, if it was read. */
  ownerOf(object: KubeObject): KubeObject | undefined {
    const owner = ownerOf(object);
    return (
      owner && (this.find(owner.kind, owner.namespace, owner.name) ?? this.find(owner.kind, undefined, owner.name))
    );
  }
}

function toOwnerKey(owner: Pick<ObjectReference, 'kind' | 'namespace' | 'name'> | undefined): string {
  return owner === undefined ? '' : `${owner.kind}/${owner.namespace ?? ''}/${owner.name}`;
}

/** Returns the key of the object that an event is about. */
function toEventKey(reference: JsonObject): string {
  return ['kind', 'namespace', 'name'].map((field) => textAt(reference, field) ?? '').join('/');
}

function keyOf(object: KubeObject): string {
  return `${namespaceOf(object) ?? ''}/${nameOf(object)}`;
}
