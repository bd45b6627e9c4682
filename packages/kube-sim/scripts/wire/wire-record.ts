import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** An object of the recorded cluster, as a read returned it. */
export interface RecordedState {
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
}

/** A recorded request and response, with the state before and after where it matters. */
export interface WireRecord {
  /** The digits at the start of the file name; requests are repeated in this order. */
  readonly number: number;
  readonly name: string;
  readonly why: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly query: string;
    readonly headers: Readonly<Record<string, string>>;
    /** Parsed JSON, a text sent as it is, or null. */
    readonly body: unknown;
  };
  readonly response: {
    readonly status: number;
    readonly headers: readonly (readonly [name: string, value: string])[];
    readonly body?: unknown;
    readonly bodyText?: string;
    /** The file holds only the beginning of the response. */
    readonly truncated?: boolean;
  };
  readonly stateBefore?: RecordedState;
  readonly stateAfter?: RecordedState;
}

/** Reads the records of a folder in order; other files are ignored. */
export async function readRecords(folder: string): Promise<readonly WireRecord[]> {
  const files = (await readdir(folder)).filter((name) => /^\d+-.*\.json$/.test(name)).toSorted();
  return Promise.all(
    files.map(async (file) => ({
      ...(JSON.parse(await readFile(join(folder, file), 'utf8')) as Omit<WireRecord, 'number'>),
      number: Number.parseInt(file, 10),
    })),
  );
}
