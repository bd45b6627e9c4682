import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** An object of the recorded cluster as a read answered it. */
export interface RecordedState {
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
}

/** A recorded request, the real server's answer, and the state around them where it matters. */
export interface WireRecord {
  /** The digits that its file begins with; requests are repeated in this order. */
  readonly number: number;
  readonly name: string;
  readonly why: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly query: string;
    readonly headers: Readonly<Record<string, string>>;
    /** Parsed JSON, a text that is sent as it is, or null. */
    readonly body: unknown;
  };
  readonly response: {
    readonly status: number;
    readonly headers: readonly (readonly [name: string, value: string])[];
    readonly body?: unknown;
    readonly bodyText?: string;
    /** The file holds only the beginning of the answer. */
    readonly truncated?: boolean;
  };
  readonly stateBefore?: RecordedState;
  readonly stateAfter?: RecordedState;
}

/** Reads the records of a folder in their order; other files are ignored. */
export async function readRecords(folder: string): Promise<readonly WireRecord[]> {
  const files = (await readdir(folder)).filter((name) => /^\d+-.*\.json$/.test(name)).toSorted();
  return Promise.all(
    files.map(async (file) => ({
      ...(JSON.parse(await readFile(join(folder, file), 'utf8')) as Omit<WireRecord, 'number'>),
      number: Number.parseInt(file, 10),
    })),
  );
}
