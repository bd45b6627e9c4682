import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ComputeCaller, ComputePort } from '../compute/compute-port.ts';
import { isManifest } from './tasks/write-skeleton.ts';

/** A folder with the files of a commit, empty, in which scripts are resolved. Disposing of it removes the folder. */
export interface Skeleton extends AsyncDisposable {
  /** Waits until all files are written. @throws AppError as the compute port does */
  folder(): Promise<string>;
}

/** The files of a skeleton. */
interface SkeletonFiles {
  /** Every file of the map. */
  readonly paths: readonly string[];
  readonly manifests: ReadonlyMap<string, string>;
}

/** Resources for {@link openSkeleton}. */
interface SkeletonResources {
  readonly compute: ComputePort;
  readonly caller: ComputeCaller;
  readonly tempRoot: string;
}

/** Files that are written by one call, in a few seconds on a slow disk too: the deadline of a thread would end the whole index. */
const maxPartFiles = 1_000;
const importable =
  /\.(?:[mc]?[jt]sx?|json|json5|vue|svelte|astro|css|scss|sass|less|svg|png|jpe?g|gif|webp|wasm|node|graphql|gql|md|mdx|html|txt|ya?ml)$/iu;

/** Begins to write the skeleton of a commit in worker threads, while its files are analyzed. */
export function openSkeleton(files: SkeletonFiles, { compute, caller, tempRoot }: SkeletonResources): Skeleton {
  const made = mkdtemp(join(tempRoot, 'shipmate-code-map-'));
  const written = made.then((folder) => writeParts(folder, files));
  // The caller that needs the folder receives the failure.
  written.catch(() => undefined);

  async function writeParts(folder: string, { paths, manifests }: SkeletonFiles): Promise<void> {
    const wanted = paths.filter((path) => importable.test(path));
    for (let from = 0; from < wanted.length; from += maxPartFiles) {
      const part = wanted.slice(from, from + maxPartFiles).join('\0');
      await compute.run('writeSkeleton', [{ folder, paths: part }], caller);
    }
    const read = new Map([...manifests].filter(([path]) => isManifest(path)));
    const project = { manifests: read, paths: wanted.join('\0') };
    await compute.run('writeSkeleton', [{ folder, paths: '', project }], caller);
  }

  return {
    async folder() {
      await written;
      return made;
    },
    async [Symbol.asyncDispose]() {
      // A thread that still writes would create files in a folder that is being removed.
      const [folder] = await Promise.allSettled([made, written]);
      if (folder.status === 'fulfilled') await rm(folder.value, { recursive: true, force: true });
    },
  };
}
