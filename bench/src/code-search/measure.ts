import { AppError, type Embedder, type Principal } from '../../../packages/core/src/index.ts';
import { createTestDatabase, createTestTenant } from '../../../packages/db/src/testing/index.ts';
import { newId, type UnitOfWork } from '../../../packages/domain/src/index.ts';
import { type CodeSearchHit, toSymbolCard } from '../../../packages/domain/src/code-map/index.ts';
import { addTestRepository } from '../../../packages/domain/src/testing/index.ts';
import { createToolStorage } from '../../../packages/domain/src/tool-storage/index.ts';
import { createCodeMaps } from '../../../packages/tools/src/index.ts';
import { type CodeQuestion, questions } from './questions.ts';
import { readCode } from './read-code.ts';

/** `node src/code-search/measure.ts <folder of ai/src> [<path of @energetic-ai/embeddings> <path of its model>]` */
const [aiFolder = '', ...modelPaths] = process.argv.slice(2);
const packages = new URL('../../../packages/', import.meta.url).pathname;
const folders = {
  agents: { '': `${packages}agents/src` },
  ai: { '': aiFolder },
  server: { server: `${packages}server/src`, runtime: `${packages}runtime/src` },
};

async function createEmbedder(): Promise<Embedder | undefined> {
  const [embeddings, model] = modelPaths;
  if (embeddings === undefined || model === undefined) return undefined;
  const { initModel } = await import(embeddings);
  const { modelSource } = await import(model);
  const loaded = await initModel(modelSource);
  return {
    id: 'energetic:use-lite',
    embed: async (texts) => (await loaded.embed([...texts])).map((values: number[]) => Float32Array.from(values)),
  };
}

function toRank(hits: readonly { readonly path: string }[], path: string): number {
  const files = [...new Set(hits.map((hit) => hit.path))];
  const place = files.indexOf(path);
  return place === -1 || place >= 10 ? 0 : 1 / (place + 1);
}

const mean = (values: readonly number[]): string =>
  (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3);

interface Resources {
  readonly unitOfWork: UnitOfWork;
  readonly principal: Principal;
  readonly embedder: Embedder | undefined;
}

async function measure({ unitOfWork, principal, embedder }: Resources, name: keyof typeof questions) {
  const { id: repositoryId } = await addTestRepository(unitOfWork, principal);
  const { code, analyses } = readCode(folders[name]);
  const { codeMaps } = unitOfWork.stores;
  await codeMaps.saveAnalyses(principal, analyses);
  if (embedder !== undefined) {
    const paths = new Map(code.files.map(({ analysisKey, path }) => [analysisKey, path]));
    const vectors = await embedder.embed(
      analyses.map((analysis) => toSymbolCard(paths.get(analysis.key) ?? '', analysis)),
      new AbortController().signal,
    );
    await codeMaps.saveVectors(
      principal,
      embedder.id,
      new Map(analyses.map(({ key }, at) => [key, vectors[at] ?? new Float32Array()])),
    );
  }
  const { id: mapId } = await unitOfWork.transaction((stores) =>
    stores.codeMaps.save(principal, { id: newId(), repositoryId, branch: null, code }),
  );
  const storage = createToolStorage(unitOfWork);
  const objects = {
    readFile: () => Promise.reject(new AppError({ code: 'UNAVAILABLE', message: 'No files are read.' })),
  };
  const hybrid = createCodeMaps({ storage, objects, root: undefined, embedder });
  const alone = createCodeMaps({
    storage: { ...storage, codeMaps: { ...storage.codeMaps, search: () => Promise.resolve([] as CodeSearchHit[]) } },
    objects,
    root: undefined,
    embedder,
  });
  const rank = async (asked: readonly CodeQuestion[]) => {
    const ranks = { lexical: [] as number[], vector: [] as number[], hybrid: [] as number[] };
    for (const { text, path } of asked) {
      if (!code.files.some((file) => file.path === path)) throw new Error(`${name} has no ${path}`);
      const query = { mapId, text, limit: 50 };
      const lexical = toRank(await codeMaps.search(principal, query), path);
      ranks.lexical.push(lexical);
      ranks.vector.push(toRank(await alone.search(principal, query), path));
      ranks.hybrid.push(toRank(await hybrid.search(principal, query), path));
    }
    return ranks;
  };
  return {
    files: code.files.length,
    open: await rank(questions[name].open),
    frozen: await rank(questions[name].frozen),
  };
}

await using database = await createTestDatabase('embedded');
const { unitOfWork } = database;
const { principal } = await createTestTenant(unitOfWork);
const embedder = await createEmbedder();
const all = {
  open: { lexical: [] as number[], vector: [] as number[], hybrid: [] as number[] },
  frozen: { lexical: [] as number[], vector: [] as number[], hybrid: [] as number[] },
};
for (const name of ['agents', 'ai', 'server'] as const) {
  const measured = await measure({ unitOfWork, principal, embedder }, name);
  for (const part of ['open', 'frozen'] as const) {
    for (const way of ['lexical', 'vector', 'hybrid'] as const) all[part][way].push(...measured[part][way]);
  }
  console.log(name, measured.files, 'files');
}
for (const part of ['open', 'frozen'] as const) {
  const { lexical, vector, hybrid } = all[part];
  console.log(
    `${part}: n=${lexical.length} MRR@10 lexical ${mean(lexical)} vector ${mean(vector)} hybrid ${mean(hybrid)}`,
  );
}
