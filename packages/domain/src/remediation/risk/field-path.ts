/**
 * The path from the root of an object to a field. A step is a field name, or `[key]` for an item of a keyed
 * list.
 */
export type FieldPath = readonly string[];

const maxPathLength = 160;

/** Formats a path for a person, for example `spec.template.spec.containers[web].image`. */
export function describePath(path: FieldPath): string {
  const text = path.reduce((before, step) => {
    if (isItemStep(step)) return `${before}${step}`;
    if (/[./]/.test(step)) return `${before}["${step}"]`;
    return before === '' ? step : `${before}.${step}`;
  }, '');
  return shorten(text, maxPathLength);
}

/** Returns the key of an item step; the step itself for a field name. */
export function keyOfStep(step = ''): string {
  return isItemStep(step) ? step.slice(1, -1) : step;
}

/** Returns the step for an item of a list. */
export function toItemStep(key: string): string {
  return `[${key}]`;
}

/** Truncates a text of the cluster to a length that fits into a sentence. */
export function shorten(text: string, length = 80): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

function isItemStep(step: string): boolean {
  return step.startsWith('[') && step.endsWith(']');
}
