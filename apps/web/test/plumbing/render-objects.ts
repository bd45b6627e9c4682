import type { HelmPort } from '@shipmate/tools';
import type { HelmRequest } from '@shipmate/tools/helm';
import { expect } from 'vitest';
import { parseAllDocuments } from 'yaml';

/** Returns the rendered objects of a chart, by `Kind/name`. */
export async function renderObjects(helm: HelmPort, request: HelmRequest): Promise<Readonly<Record<string, unknown>>> {
  const outcome = await helm.template(request, new AbortController().signal);
  expect(outcome).toMatchObject({ succeeded: true, message: '', missingDependencies: [] });
  const objects = parseAllDocuments(outcome.output, { version: '1.1' }).flatMap((document) => {
    expect(document.errors).toEqual([]);
    const object = document.toJS() as { kind: string; metadata: { name: string } } | null;
    return object === null ? [] : [[`${object.kind}/${object.metadata.name}`, object] as const];
  });
  return Object.fromEntries(objects);
}
