import { toUnifiedDiff } from '@shipmate/domain/text';
import { kindOf, type KubeObject, nameOf, namespaceOf } from '@shipmate/domain/cluster/object';
import { toComparableObject } from '../object/comparable-object.ts';
import { toYaml } from '../object/to-yaml.ts';

/** The effect of a change on an object. */
export type ChangeEffect = 'created' | 'changed' | 'unchanged' | 'deleted';

/** The result of a change or a dry run for one object. */
export interface Outcome {
  readonly effect: ChangeEffect | 'refused';
  readonly text: string;
}

/** Compares an object before and after a change. Values of Secrets are not compared, because they are redacted. */
export function compareObjects(
  before: KubeObject | undefined,
  after: KubeObject,
  tense: 'would be' | 'was' = 'would be',
): Outcome & { readonly effect: ChangeEffect } {
  const [old, fresh] = [before ? objectToYaml(before) : '', objectToYaml(after)];
  const effect = before === undefined ? 'created' : old === fresh ? 'unchanged' : 'changed';
  const heading = `# ${titleOf(after)}: ${tense} ${effect}`;
  return { effect, text: effect === 'unchanged' ? heading : `${heading}\n${toUnifiedDiff(old, fresh).trimEnd()}` };
}

export function toRefusal(object: KubeObject, message: string): Outcome {
  return { effect: 'refused', text: `# ${titleOf(object)}: REFUSED: ${message}` };
}

/** Returns the title of an object, such as `Pod shop/web`. */
export function titleOf(object: KubeObject): string {
  const namespace = namespaceOf(object);
  return `${kindOf(object)} ${namespace === undefined ? '' : `${namespace}/`}${nameOf(object)}`;
}

function objectToYaml(object: KubeObject): string {
  return `${toYaml(toComparableObject(object))}\n`;
}
