import { AppError } from '@shipmate/core';
import type { ClusterChange } from '@shipmate/domain/cluster';
import { parseCommand } from '@shipmate/domain/remediation';
import { readManifests, readPatch, toTarget } from '@shipmate/tools/kubernetes';
import type { z } from 'zod';
import type { actionSchema } from './answer-schema.ts';

/** The ways in which a model can say what is to be done. */
type Wording = Pick<z.output<typeof actionSchema>, 'command' | 'patch' | 'manifest'>;

/** Reads what a model wants done as a change. @throws AppError `VALIDATION_ERROR` for what is not one of the forms. */
export function toChange({ command, patch, manifest }: Wording): ClusterChange {
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
