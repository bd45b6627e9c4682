import { textAt, textsAt } from '@shipmate/domain/cluster';
import type { RawClient } from './raw-client.ts';

/** The identity and version that show whether a stored object has changed. */
export interface StoredObject {
  readonly isStored: boolean;
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
  readonly isTerminating: boolean;
  readonly finalizers: readonly string[];
}

/** Reads an object without Shipmate's client. */
export async function readStored(raw: RawClient, path: string): Promise<StoredObject> {
  const { status, body } = await raw.send(path);
  return {
    isStored: status === 200,
    uid: textAt(body, 'metadata', 'uid'),
    resourceVersion: textAt(body, 'metadata', 'resourceVersion'),
    isTerminating: textAt(body, 'metadata', 'deletionTimestamp') !== undefined,
    finalizers: textsAt(body, 'metadata', 'finalizers'),
  };
}
