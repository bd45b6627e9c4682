import { createTestDatabase, createTestTenant } from '../../../packages/db/src/testing/index.ts';
import { newId } from '../../../packages/domain/src/index.ts';
import { addTestRepository, createTestCode, type TestCodeFile } from '../../../packages/domain/src/testing/index.ts';

/** `node src/code-search/large-map.ts [pglite|postgres] [files]`: measures the store with a map of synthetic files. */
const engine = process.argv[2] === 'postgres' ? 'postgres' : 'pglite';
const count = Number(process.argv[3] ?? 50_000);
const nouns = ['order', 'invoice', 'stock', 'customer', 'payment', 'shipment', 'refund', 'report', 'user', 'session'];
const verbs = ['create', 'cancel', 'load', 'send', 'verify', 'render', 'parse', 'delete', 'archive', 'merge'];

const files: Record<string, TestCodeFile> = {};
for (let index = 0; index < count; index += 1) {
  const [noun = '', verb = ''] = [nouns[index % 10], verbs[Math.floor(index / 10) % 10]];
  const imports = [1, 2, 3].map((line) => ({
    module: `../m${(index + line) % count}`,
    kind: 'static' as const,
    typeOnly: false,
    line,
    path: `src/m${(index + line) % 400}/file-${(index + line) % count}.ts`,
    external: null,
  }));
  files[`src/m${index % 400}/${verb}-${noun}-${index}.ts`] = {
    imports,
    symbols: Array.from({ length: 8 }, (_, at) => `${verbs[(index + at) % 10]}${noun}${at}x${index % 997}`),
    words: `Module ${index} handles the ${noun} that people ${verb} each day. `.repeat(5),
  };
}
const { code, analyses } = createTestCode('b'.repeat(40), files);

async function time<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const begun = performance.now();
  const result = await work();
  console.log(`${engine} ${count} files: ${name} ${Math.round(performance.now() - begun)} ms`);
  return result;
}

await using database = await createTestDatabase(engine);
const { unitOfWork } = database;
const { principal } = await createTestTenant(unitOfWork);
const { id: repositoryId } = await addTestRepository(unitOfWork, principal);
const { codeMaps } = unitOfWork.stores;
await time('save analyses', () => codeMaps.saveAnalyses(principal, analyses));
await time('find analyses', () =>
  codeMaps.findAnalyses(
    principal,
    analyses.slice(0, 5_000).map(({ key }) => key),
  ),
);
const save = () =>
  unitOfWork.transaction((stores) =>
    stores.codeMaps.save(principal, { id: newId(), repositoryId, branch: null, code }),
  );
const { id: mapId } = await time('save map', save);
await time('read snapshot', () => codeMaps.readSnapshot(principal, mapId));
await time('read snapshot again', () => codeMaps.readSnapshot(principal, mapId));
for (const text of [
  'cancel refund',
  'createOrder17',
  'people',
  'paymnet 31337',
  'parse invoice render user session stock',
]) {
  await time(`search "${text}"`, () => codeMaps.search(principal, { mapId, text, limit: 20 }));
}
