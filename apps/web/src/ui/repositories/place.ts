/** A place in the files: a folder, or a file with the line to show. */
export interface Place {
  readonly path: string;
  readonly isFile: boolean;
  readonly line?: number;
}

export const topFolder: Place = { path: '', isFile: false };

/** The place in the address of a repository's page. */
export interface PlaceSearch {
  readonly folder?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
}

/** Returns the place that search parameters name. */
export function toPlace({ folder = '', file, line }: PlaceSearch): Place {
  if (file === undefined) return { path: folder, isFile: false };
  return { path: file, isFile: true, ...(line !== undefined && { line }) };
}

/** Returns the search parameters of a place. */
export function toPlaceSearch({ path, isFile, line }: Place): PlaceSearch {
  if (isFile) return { file: path, ...(line !== undefined && { line }) };
  return path === '' ? {} : { folder: path };
}
