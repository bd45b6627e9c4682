import { AppError } from '@shipmate/core';
import type { ClusterChange, KubeObject, PatchType } from '@shipmate/domain/cluster';
import { parseCommand } from '@shipmate/domain/remediation';
import type { ComputePort, ToolCaller } from '@shipmate/tools';
import { readManifests, readPatch, toTarget } from '@shipmate/tools/kubernetes';

/** The forms in which a model can express a change. */
export interface ChangeWording {
  readonly command?: string | undefined;
  readonly patch?:
    | {
        readonly resource: string;
        readonly namespace?: string | undefined;
        readonly type: PatchType;
        readonly patch: string;
      }
    | undefined;
  readonly manifest?: string | undefined;
}

/** Texts up to this length are parsed synchronously, which takes less than 20 ms. */
const maxLengthHere = 1_000;

/**
 * Validates a wording, except for long patches and manifests, which are parsed later. @throws AppError
 * `VALIDATION_ERROR` when it has none of the forms
 */
export function checkWording(wording: ChangeWording): void {
  const { command, patch, manifest } = requireOneForm(wording);
  if (command !== undefined) parseCommand(command);
  if (patch !== undefined) {
    toTarget(patch);
    if (patch.patch.length <= maxLengthHere) readPatch(patch.patch);
  }
  if (manifest !== undefined && manifest.length <= maxLengthHere) requireOneObject(readManifests(manifest));
}

/** Parses a wording as a typed change. @throws AppError `VALIDATION_ERROR` when it has none of the forms */
export async function toChange(
  wording: ChangeWording,
  { compute, ...caller }: ToolCaller & { readonly compute: ComputePort },
): Promise<ClusterChange> {
  const { command, patch, manifest = '' } = requireOneForm(wording);
  if (command !== undefined) return parseCommand(command);
  if (patch !== undefined) {
    const body = await compute.run('readPatch', [patch.patch], caller);
    return { verb: 'patch', target: toTarget(patch), type: patch.type, patch: body };
  }
  return { verb: 'apply', object: requireOneObject(await compute.run('readManifests', [manifest], caller)) };
}

function requireOneForm(wording: ChangeWording): ChangeWording {
  const { command, patch, manifest } = wording;
  if ([command, patch, manifest].filter((each) => each !== undefined).length === 1) return wording;
  throw invalidAction('An action must have exactly one of command, patch and manifest.');
}

function requireOneObject([object, another]: readonly KubeObject[]): KubeObject {
  if (object !== undefined && another === undefined) return object;
  throw invalidAction('A manifest must contain one object. Use one action for each object.');
}

function invalidAction(message: string): AppError {
  return new AppError({ code: 'VALIDATION_ERROR', message });
}
