import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportingFile } from '@shipmate/code-analysis';
import type { CodeMapImport } from '@shipmate/domain/code-map';
import type { ComputeCaller, ComputePort } from '../compute/compute-port.ts';
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
  readonly tempRoot: string;
  readonly onProgress: (done: number, total: number) => void;
}

/** A part is resolved in a few seconds, also on a busy machine: the deadline of a thread would end the whole index. */
const maxPartImports = 4_000;
const importable =
  /\.(?:[mc]?[jt]sx?|json|json5|vue|svelte|astro|css|scss|sass|less|svg|png|jpe?g|gif|webp|wasm|node|graphql|gql|md|mdx|html|txt|ya?ml)$/iu;

/** Resolves the imports of all files in worker threads, scripts in a skeleton that is removed afterwards. */
export async function resolveCommit(
  { paths, manifests, goNames, files }: CommitImports,
  { compute, caller, tempRoot, onProgress }: ResolveResources,
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
  if (scripts.length === 0) return resolved;
  const folder = await mkdtemp(join(tempRoot, 'shipmate-code-map-'));
  try {
    const skeleton = {
      folder,
      paths: paths.filter((path) => importable.test(path)).join('\0'),
      manifests: new Map([...manifests].filter(([path]) => isManifest(path))),
    };
    await compute.run('writeSkeleton', [skeleton], caller);
    for (const part of toParts(scripts)) add(part, await compute.run('resolveScripts', [folder, part], caller));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return resolved;
}

function isScriptFile({ language }: ImportingFile): boolean {
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
