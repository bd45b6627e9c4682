/** The characters of generated suffixes of the API server and the controllers (apimachinery, util/rand). */
const generated = '[bcdfghjklmnpqrstvwxz2456789]';
/** `-7d4b9c6f5d-xyz12` of a ReplicaSet's pod, or `-xyz12` of a pod of a Job or DaemonSet. */
const suffix = new RegExp(`(?:-${generated}{6,10})?-${generated}{5}(?![a-z0-9-])`, 'g');
const maxLength = 300;

/** Returns the name of an object without its generated suffix. */
export function toWorkloadName(name: string): string {
  return name.replaceAll(suffix, '-*');
}

/** Returns a message without the numbers, times, ids and generated names that vary between events. */
export function toShape(message: string): string {
  return toWorkloadName(message.slice(0, 2 * maxLength))
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|0x[0-9a-f]+|\d+(?:\.\d+)?(?:ms|µs|[smh])?/g, '#')
    .slice(0, maxLength);
}

/** Returns a message without its pod's namespace, name and uid, for readers who know the pod. */
export function withoutPod(message: string): string {
  return message.replaceAll(/ (?:in pod |pod=)[\w.-]{1,253}_[\w-]{1,63}\([0-9a-f-]{36}\)/g, '');
}
