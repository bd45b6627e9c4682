import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { expect, it } from 'vitest';
import type { Schema } from '../../schema/schema.ts';
import { readMapFiles } from './read-map-files.ts';

const count = 6_000;
const columnsOf = (position: number) => [`src/${position}.ts`, position, 'b', null, 1, 0, null, [], []];

/** Answers as a database with a map of {@link count} files, and records the rows of each answer. */
class MapDriver extends DummyDriver {
  readonly answers: number[] = [];

  override async acquireConnection() {
    return {
      ...(await super.acquireConnection()),
      executeQuery: async <Row>({ parameters }: { readonly parameters: readonly unknown[] }) => {
        const [, from, to] = parameters.map(Number);
        const positions = Array.from({ length: count }, (_, index) => index).slice(from, to);
        const rows = [{ files: positions.length === 0 ? null : positions.map(columnsOf) }];
        this.answers.push(rows.length);
        return { rows: rows as Row[] };
      },
    };
  }
}

it('reads thousands of files as one value of each statement, in their order', async () => {
  const driver = new MapDriver();
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (each) => new PostgresIntrospector(each),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const files = await readMapFiles(db, '01890000-0000-7000-8000-000000000000');
  expect(files.map(({ size }) => size)).toEqual(Array.from({ length: count }, (_, index) => index));
  expect(files[0]).toEqual({
    path: 'src/0.ts',
    size: 0,
    blobId: 'b',
    language: null,
    lines: 1,
    recentChanges: 0,
    analysisKey: null,
    imports: [],
    facts: [],
  });
  expect(driver.answers).toEqual([1, 1, 1]);
});
