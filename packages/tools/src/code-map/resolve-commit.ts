import type { ImportingFile } from '@shipmate/code-analysis';
import type { CodeMapImport } from '@shipmate/domain/code-map';
import type { ComputeCaller, ComputePort } from '../compute/compute-port.ts';
import type { Skeleton } from './open-skeleton.ts';
import { isManifest } from './tasks/write-skeleton.ts';

/** The files of a commit and what they import. */
interface CommitImports {
  /** Every file of the map. */
  readonly paths: readonly string[];
  readonly manifests: ReadonlyMap<string, string>;
  readonly goNames: ReadonlyMap<string, readonly string[]>;
  readonly files: readonly ImportingFile[];
}

/** Resources for {@link resolveCommit}. */
interface ResolveResources {
  readonly compute: ComputePort;
  readonly caller: ComputeCaller;
  /** Undefined for a commit without scripts. */
  readonly skeleton: Skeleton | undefined;
  readonly onProgress: (done: number, total: number) => void;
}

/** A part is resolved in a few seconds, also on a busy machine: the deadline of a thread would end the whole index. */
const maxPartImports = 4_000;

/** Resolves the imports of all files in worker threads, scripts in a skeleton of the commit. */
export async function resolveCommit(
  { paths, manifests, goNames, files }: CommitImports,
  { compute, caller, skeleton, onProgress }: ResolveResources,
): Promise<ReadonlyMap<string, readonly CodeMapImport[]>> {
  const resolved = new Map<string, readonly CodeMapImport[]>();
  const add = (part: readonly ImportingFile[], results: readonly (readonly CodeMapImport[])[]): void => {
    for (const [index, { path }] of part.entries()) resolved.set(path, results[index] ?? []);
    onProgress(resolved.size, files.length);
  };
  const scripts = files.filter(isScriptFile);
  const others = files.filter((file) => !isScriptFile(file));
  const joined = paths.join('\0');
  const sources = { paths: joined, manifests: new Map([...manifests].filter(([path]) => !isManifest(path))), goNames };
  for (const part of toParts(others)) add(part, await compute.run('resolveModules', [sources, part], caller));
  if (scripts.length === 0 || skeleton === undefined) return resolved;
  const folder = await skeleton.folder();
  for (const part of toParts(scripts)) add(part, await compute.run('resolveScripts', [folder, part], caller));
  return resolved;
}

/** Returns true for a file whose imports are resolved in a skeleton. */
export function isScriptFile({ language }: { readonly language: string | null }): boolean {
  return language === 'typescript' || language === 'javascript';
}

/** Splits files so that a part is copied to a thread and resolved in a short time. */
function toParts(files: readonly ImportingFile[]): ImportingFile[][] {
  const parts: ImportingFile[][] = [];
  let count = Infinity;
  for (const file of files) {
    if (count + file.imports.length > maxPartImports) {
      parts.push([]);
      count = 0;
    }
    parts.at(-1)?.push(file);
    count += file.imports.length;
  }
  return parts;
}
