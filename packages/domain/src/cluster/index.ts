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
} from './object/kube-object.ts';
export { formatCpu, formatMemory, parseQuantity } from './object/quantity.ts';
export {
  isJsonObject,
  type JsonObject,
  numberAt,
  objectAt,
  objectsAt,
  textAt,
  textsAt,
  valueAt,
} from './object/read-value.ts';
export { type Reference, referencesOf } from './object/references.ts';
