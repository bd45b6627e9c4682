import { AppError, toAppError } from '@shipmate/core';
import { textAt } from '@shipmate/domain/cluster/object';
import { type ApiResource, qualifiedNameOf } from './api-resource.ts';
import type { ClusterDryRunner, NamedPlace } from './cluster-changer.ts';
import type { AnswerReader } from './create-answer-reader.ts';
import { createChanger } from './create-changer.ts';
import type { DryRunTransport } from './dry-run-transport.ts';
import { parseObject } from './parse-objects.ts';
import { toResourcePath } from './resource-path.ts';

/** Creates a dry runner for one cluster. */
export function createDryRunner(transport: DryRunTransport, answers: AnswerReader): ClusterDryRunner {
  const changer = createChanger(transport.attempt, answers);
  return {
    isDryRun: true,
    ...changer,
    async delete(resource, { uid, resourceVersion, ...place }, signal) {
      const read = () => readIdentity(resource, place, { transport, signal });
      const before = await readBefore(read, resource, place);
      await changer.delete(resource, { ...place, uid: uid ?? before.uid, resourceVersion }, signal);
      await verify(read, before, toTitle(resource, place));
    },
  };
}

/** The facts about an object that a deletion changes. */
interface ObjectIdentity {
  readonly uid: string | undefined;
  readonly deletionTimestamp: string | undefined;
}

async function readIdentity(
  resource: ApiResource,
  place: NamedPlace,
  { transport, signal }: { readonly transport: DryRunTransport; readonly signal: AbortSignal },
): Promise<ObjectIdentity> {
  const { namespace, name } = place;
  const purpose = { verb: 'get', resource: qualifiedNameOf(resource), namespace, name };
  const text = await transport.readText({ path: toResourcePath(resource, place), purpose, signal });
  const object = parseObject(resource, text);
  return {
    uid: textAt(object, 'metadata', 'uid'),
    deletionTimestamp: textAt(object, 'metadata', 'deletionTimestamp'),
  };
}

/** Reads the object before the dry run: a dry run whose effect cannot be verified is not sent. */
async function readBefore(read: () => Promise<ObjectIdentity>, resource: ApiResource, place: NamedPlace) {
  try {
    return await read();
  } catch (thrown) {
    const { code, message } = toAppError(thrown);
    if (code === 'NOT_FOUND' || code === 'ABORTED') throw thrown;
    throw new AppError({
      code: 'EXTERNAL_API_ERROR',
      message: `The deletion of ${toTitle(resource, place)} was not tried, because the object cannot be read to verify that a dry run deletes nothing. ${message}`,
      cause: thrown,
      recoverable: false,
    });
  }
}

/** @throws AppError `EXTERNAL_API_ERROR` unless the object is the same as before and not being deleted. */
async function verify(read: () => Promise<ObjectIdentity>, before: ObjectIdentity, title: string): Promise<void> {
  let after: ObjectIdentity;
  try {
    after = await read();
  } catch (thrown) {
    const { code, message } = toAppError(thrown);
    throw code === 'NOT_FOUND'
      ? toDeleted(title, 'does not exist any more', thrown)
      : new AppError({
          code: 'EXTERNAL_API_ERROR',
          message: `The dry run of deleting ${title} could not be verified: it is unknown whether the object still exists. Check it before any other call. ${message}`,
          cause: thrown,
          recoverable: false,
        });
  }
  if (after.uid !== before.uid) throw toDeleted(title, 'was replaced by a new object of that name');
  if (after.deletionTimestamp !== before.deletionTimestamp) throw toDeleted(title, 'is being deleted');
}

function toDeleted(title: string, state: string, cause?: unknown): AppError {
  return new AppError({
    code: 'EXTERNAL_API_ERROR',
    message:
      `The dry run of deleting ${title} is not valid: the object ${state}. Either the server ignored the dry run and deleted it, ` +
      'or someone else deleted it at that moment. Tell the person, and try no other deletion on this cluster.',
    cause,
    recoverable: false,
  });
}

function toTitle(resource: ApiResource, { namespace, name }: NamedPlace): string {
  return `${resource.kind} "${name}"${namespace === undefined ? '' : ` in namespace "${namespace}"`}`;
}
