export { badConditionsOf } from './bad-conditions.ts';
export {
  annotationsOf,
  isOwnedBy,
  type KubeObject,
  kindOf,
  labelsOf,
  nameOf,
  namespaceOf,
  type ObjectReference,
  ownerOf,
  referenceOf,
} from './kube-object.ts';
export { describeManager, managedBy, type ManagedBy } from './managed-by.ts';
export { formatCpu, formatMemory, parseQuantity } from './quantity.ts';
export {
  entryOf,
  isJsonObject,
  type JsonObject,
  numberAt,
  objectAt,
  objectsAt,
  textAt,
  textsAt,
  valueAt,
} from './read-value.ts';
export { type Reference, referencesOf } from './references.ts';
export { sidecarNames } from './sidecars.ts';
export { isTroublingEvent } from './troubling-event.ts';
