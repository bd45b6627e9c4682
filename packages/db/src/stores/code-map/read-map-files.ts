import type { CodeMapFile } from '@shipmate/domain/code-map';
import { sql } from 'kysely';
import type { Executor } from '../../executor/executor.ts';

/** The number of files read in one statement: parsing them takes some milliseconds of a turn. */
const pageSize = 2_500;

/** The columns of a file, in their order in the statement. */
type FileColumns = [
  path: string,
  size: number,
  blobId: string,
  language: string | null,
  lines: number | null,
  recentChanges: number,
  analysisKey: string | null,
  imports: CodeMapFile['imports'],
  facts: CodeMapFile['facts'],
];

/** Reads the files of a map in the order of their paths. */
export async function readMapFiles(executor: Executor, mapId: string): Promise<readonly CodeMapFile[]> {
  const files: CodeMapFile[] = [];
  for (let from = 0; ; from += pageSize) {
    // One value in place of thousands of rows: drivers read a value in a third of the time.
    const { rows } = await sql<{ files: FileColumns[] | null }>`
      select json_agg(json_build_array(
        path, size, blob_id, language, lines, recent_changes, analysis_key, imports, facts
      ) order by position) as files
      from code_map_file
      where map_id = ${mapId}::uuid and position >= ${from}::integer and position < ${from + pageSize}::integer`.execute(
      executor,
    );
    const page = rows[0]?.files ?? [];
    for (const [path, size, blobId, language, lines, recentChanges, analysisKey, imports, facts] of page) {
      files.push({ path, size, blobId, language, lines, recentChanges, analysisKey, imports, facts });
    }
    if (page.length < pageSize) return files;
  }
}
