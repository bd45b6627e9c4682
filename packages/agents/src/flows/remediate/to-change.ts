import { AppError } from '@shipmate/core';
import type { ClusterChange, PatchType } from '@shipmate/domain/cluster';
import { parseCommand } from '@shipmate/domain/remediation';
import { readManifests, readPatch, toTarget } from '@shipmate/tools/kubernetes';

/** The ways in which a model can say what is to be done. */
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

/** Reads what a model wants done as a change. @throws AppError `VALIDATION_ERROR` for what is not one of the forms. */
export function toChange({ command, patch, manifest }: ChangeWording): ClusterChange {
  if ([command, patch, manifest].filter((each) => each !== undefined).length !== 1) {
    throw invalid('An action has one of command, patch and manifest.');
  }
  if (command !== undefined) return parseCommand(command);
  if (patch !== undefined) {
    return { verb: 'patch', target: toTarget(patch), type: patch.type, patch: readPatch(patch.patch) };
  }
  const [object, another] = readManifests(manifest ?? '');
  if (object === undefined || another !== undefined)
    throw invalid('A manifest holds one object; make an action of each.');
  return { verb: 'apply', object };
}

function invalid(message: string): AppError {
  return new AppError({ code: 'VALIDATION_ERROR', message });
}
