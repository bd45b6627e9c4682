/** Opens a folder of a checkout and works in it. */
type OpenFolder = (path: string, work: (place: string) => Promise<void>) => Promise<void>;

/** Works in a folder, given by its parsed path; the work gets a path to the folder. */
export type FolderCalls = <Result>(path: string, work: (place: string) => Promise<Result>) => Promise<Result>;

/** Calls that work in one folder. */
interface FolderGroup {
  readonly works: ((place: string) => Promise<void>)[];
  /** Settles after the last work; rejects if the folder cannot be opened. */
  readonly done: Promise<void>;
}

/**
 * Joins calls that work in the same folder: those of one turn of the event loop open it once.
 *
 * **Contract.** A folder is opened after all calls that share it were made, so that each of them sees the changes made before it.
 *
 * @throws as `open` and the work do
 */
export function createFolderCalls(open: OpenFolder): FolderCalls {
  const groups = new Map<string, FolderGroup>();

  function begin(path: string): FolderGroup {
    const works: FolderGroup['works'] = [];
    const done = Promise.resolve().then(() => {
      groups.delete(path);
      return open(path, async (place) => void (await Promise.all(works.map((work) => work(place)))));
    });
    const group = { works, done };
    groups.set(path, group);
    return group;
  }

  return <Result>(path: string, work: (place: string) => Promise<Result>): Promise<Result> =>
    new Promise<Result>((resolve, reject) => {
      const { works, done } = groups.get(path) ?? begin(path);
      works.push((place) => work(place).then(resolve, reject));
      done.catch(reject);
    });
}
