import { createHash } from 'node:crypto';
import { toJsonText } from '@shipmate/core';
import { type KubeObject, textAt } from '@shipmate/domain/cluster/object';
import { toComparableObject } from '../object/comparable-object.ts';

/**
 * Returns a fingerprint of an object: unchanged while only its status and version change, different for a recreated
 * object.
 */
export function stateOf(object: KubeObject): string {
  const digest = createHash('sha256')
    .update(toJsonText(toComparableObject(object)))
    .digest('base64url');
  return `${textAt(object, 'metadata', 'uid')} ${digest}`;
}
