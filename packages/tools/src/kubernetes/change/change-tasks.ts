import type { ClusterChange } from '@shipmate/domain/cluster';
import type { KubeObject } from '@shipmate/domain/cluster/object';
import { assessChange, type ChangeAssessment, type ChangeInPlace } from '@shipmate/domain/remediation';
import { type ChangeEffect, compareObjects, type Outcome } from './describe-change.ts';
import { stateOf } from './state-of.ts';

/** An object or a change as JSON, which takes a fraction of the time of a structured clone to copy into a thread. */
export type JsonText = string;

/** As `compareObjects`, of JSON texts. */
export function compareObjectTexts(
  before: JsonText | undefined,
  after: JsonText,
  tense: 'would be' | 'was' = 'would be',
): Outcome & { readonly effect: ChangeEffect } {
  return compareObjects(toObject(before), toObject(after), tense);
}

/** A change and its object before and after it, as JSON. */
interface ChangeTexts extends Pick<ChangeInPlace, 'isMissing'> {
  readonly change: JsonText;
  readonly before: JsonText | undefined;
  readonly after: JsonText | undefined;
}

/** As `assessChange`, of JSON texts. */
export function assessChangeText({ change, before, after, isMissing }: ChangeTexts): ChangeAssessment {
  return assessChange({
    change: JSON.parse(change) as ClusterChange,
    before: toObject(before),
    after: toObject(after),
    ...(isMissing !== undefined && { isMissing }),
  });
}

/** As `stateOf`, of a JSON text. */
export function fingerprintText(object: JsonText): string {
  return stateOf(toObject(object));
}

function toObject(text: JsonText): KubeObject;
function toObject(text: JsonText | undefined): KubeObject | undefined;
function toObject(text: JsonText | undefined): KubeObject | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as KubeObject);
}
