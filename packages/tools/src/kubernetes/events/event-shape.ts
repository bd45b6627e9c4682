/** Letters and digits of which the API server and the controllers generate suffixes (apimachinery, util/rand). */
const generated = '[bcdfghjklmnpqrstvwxz2456789]';
/** `-7d4b9c6f5d-xyz12` of the pod of a ReplicaSet, or `-xyz12` of that of a Job or DaemonSet. */
const suffix = new RegExp(`(?:-${generated}{6,10})?-${generated}{5}(?![a-z0-9-])`, 'g');
const maxLength = 300;

/** The name of an object without the suffix that its controller generated. */
export function toWorkloadName(name: string): string {
  return name.replaceAll(suffix, '-*');
}

/** A message without the numbers, times, ids and generated names that change from one event to the next. */
export function toShape(message: string): string {
  return toWorkloadName(message.slice(0, 2 * maxLength))
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|0x[0-9a-f]+|\d+(?:\.\d+)?(?:ms|µs|[smh])?/g, '#')
    .slice(0, maxLength);
}

/** A message without the pod that it names with its namespace and uid, where its reader knows which pod is meant. */
export function withoutPod(message: string): string {
  return message.replaceAll(/ (?:in pod |pod=)[\w.-]{1,253}_[\w-]{1,63}\([0-9a-f-]{36}\)/g, '');
}
