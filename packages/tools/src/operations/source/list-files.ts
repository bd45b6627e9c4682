import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The most programs of a folder. */
const maxFiles = 100;

/** Files of a folder, by name. */
interface FileListing {
  readonly names: readonly string[];
  /** The reasons why files are missing, one sentence each. */
  readonly problems: readonly string[];
}

/** Lists the matching files of a folder by name. `folderName` is the folder's name in messages. */
export async function listFiles(
  folder: string,
  { folderName, isWanted }: { readonly folderName: string; readonly isWanted: (name: string, mode: number) => boolean },
): Promise<FileListing> {
  let entries: readonly string[];
  try {
    entries = (await readdir(folder)).toSorted();
  } catch {
    return { names: [], problems: [`${folderName} names a folder that cannot be opened.`] };
  }
  const wanted = await Promise.all(
    entries.map(async (name) => isFile(join(folder, name), (mode) => isWanted(name, mode))),
  );
  const names = entries.filter((_name, index) => wanted[index]);
  const left = names.length - maxFiles;
  const problems = left > 0 ? [`${left} more files of ${folderName} were left out; it may hold ${maxFiles}.`] : [];
  return { names: names.slice(0, maxFiles), problems };
}

async function isFile(path: string, isWanted: (mode: number) => boolean): Promise<boolean> {
  try {
    const stats = await stat(path);
    return stats.isFile() && isWanted(stats.mode);
  } catch {
    // It was removed concurrently, or is a dangling link.
    return false;
  }
}
