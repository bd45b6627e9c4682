import { createHash } from 'node:crypto';
import { toJsonText } from '@shipmate/core';
import { type KubeObject, objectAt, textAt } from '@shipmate/domain/cluster';
import { pruneObject } from '../object/prune-object.ts';

/** What an object is: the same while only its status and its version change, another for an object that was made anew. */
export function stateOf(object: KubeObject): string {
  const { status: _, ...rest } = pruneObject(object);
  const { generation: __, ...metadata } = objectAt(rest, 'metadata');
  const digest = createHash('sha256')
    .update(toJsonText({ ...rest, metadata }))
    .digest('base64url');
  return `${textAt(object, 'metadata', 'uid')} ${digest}`;
}
