import type { ToolContext } from '@shipmate/core';
import type { KubeObject } from '@shipmate/domain/cluster';
import type { ComputePort } from '../../compute/compute-port.ts';

/** Parses the texts of one call into data. @throws AppError `VALIDATION_ERROR`, and as {@link ComputePort.run} does */
export interface TextReader {
  manifests(text: string): Promise<readonly KubeObject[]>;
  patch(text: string): Promise<unknown>;
}

/** Creates the text reader of a call. */
export function toTextReader({
  ports: { compute },
  ...caller
}: ToolContext<{ readonly compute: ComputePort }>): TextReader {
  return {
    manifests: (text) => compute.run('readManifests', [text], caller),
    patch: (text) => compute.run('readPatch', [text], caller),
  };
}
