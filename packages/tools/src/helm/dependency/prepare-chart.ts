import { posix } from 'node:path';
import { AppError } from '@shipmate/core';
import type { ComputePort } from '../../compute/compute-port.ts';
import type { HelmRequest, MissingDependency } from '../helm-port.ts';
import type { ChartDependency } from './chart-dependency.ts';
import type { ChartRepositoryPort } from './chart-repository.ts';

/** A chart with all its dependencies, or with the missing ones reported and removed from its `Chart.yaml`. */
interface PreparedChart {
  /** By path from the chart's folder. */
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  readonly missingDependencies: readonly MissingDependency[];
}

/** The sources of dependencies. */
interface DependencySources {
  readonly repository: ChartRepositoryPort;
  readonly compute: ComputePort;
  readonly signal: AbortSignal;
  /** Claims the memory of archives before the first one is fetched. Default: nothing is claimed. */
  readonly claim?: () => Promise<void>;
  /** The depth of this chart in the chain of dependents. */
  readonly depth?: number;
  /** Bytes of archives that may still be held; shared with the charts that this one copies. */
  readonly allowance?: { bytes: number };
}

/** The most bytes of archives that one chart can hold. */
export const maxArchiveBytes = 50_000_000;

const maxDepth = 5;

/**
 * Provides the dependencies of a chart: disabled ones are removed, charts of the workspace are copied, the rest is
 * fetched.
 */
export async function prepareChart(request: HelmRequest, sources: DependencySources): Promise<PreparedChart> {
  const files = filesUnder(request.files, request.root);
  const chartYaml = files.get('Chart.yaml') ?? '';
  const { compute, signal } = sources;
  const caller = { principal: { organizationId: request.organizationId }, signal };
  const texts = { chartYaml, vendored: findVendored(files), values: findValues(files, request) };
  const wanted = await compute.run('readDependencies', [texts], caller);

  const shared = { allowance: { bytes: maxArchiveBytes }, ...sources };
  const all = new Map<string, string | Uint8Array>(files);
  const removed: ChartDependency[] = [];
  const missingDependencies: MissingDependency[] = [];
  for (const dependency of wanted) {
    const provided = dependency.isEnabled ? await provide(dependency, request, shared) : nothing;
    provided.files.forEach((content, path) => all.set(path, content));
    missingDependencies.push(...provided.missingDependencies);
    if (provided.files.size === 0) removed.push(dependency);
  }
  if (removed.length > 0) {
    all.set('Chart.yaml', await compute.run('withoutDependencies', [chartYaml, removed], caller));
  }
  return { files: all, missingDependencies };
}

const nothing: PreparedChart = { files: new Map(), missingDependencies: [] };

async function provide(
  dependency: ChartDependency,
  request: HelmRequest,
  sources: DependencySources & Required<Pick<DependencySources, 'allowance'>>,
): Promise<PreparedChart> {
  const { name, repository } = dependency;
  if (repository === '')
    return missing(dependency, 'It names no repository, and there is no such chart under charts/.');
  if (repository.startsWith('file://')) return copyNeighbour(dependency, request, sources);
  const { allowance, repository: source, signal, claim } = sources;
  await claim?.();
  try {
    const { version, archive } = await source.fetchArchive(dependency, signal, { maxBytes: allowance.bytes });
    if (archive.byteLength > allowance.bytes) {
      const limit = `${maxArchiveBytes / 1_000_000} MB`;
      return missing(dependency, `The archives of all dependencies are larger than ${limit}; remove some.`);
    }
    allowance.bytes -= archive.byteLength;
    return { ...nothing, files: new Map([[`charts/${name}-${version}.tgz`, archive]]) };
  } catch (thrown) {
    if (AppError.isInstance(thrown) && thrown.code !== 'ABORTED') return missing(dependency, thrown.message);
    throw thrown;
  }
}

async function copyNeighbour(
  dependency: ChartDependency,
  request: HelmRequest,
  { depth = 0, ...sources }: DependencySources,
): Promise<PreparedChart> {
  const folder = posix.join(request.root, dependency.repository.slice('file://'.length));
  const root = folder.replace(/^\.?\/?$|\/$/, '');
  if (!request.files.has(posix.join(root, 'Chart.yaml'))) {
    return missing(dependency, `This workspace has no chart in the folder ${folder}.`);
  }
  if (depth === maxDepth) return missing(dependency, 'It depends on itself, or on too long a chain of charts.');
  const neighbour = { ...request, root, valuesFiles: [] };
  const { files, missingDependencies } = await prepareChart(neighbour, { ...sources, depth: depth + 1 });
  const moved = [...files].map(([path, content]) => [`charts/${dependency.name}/${path}`, content] as const);
  return { files: new Map(moved), missingDependencies };
}

function missing({ name, version, repository }: ChartDependency, reason: string): PreparedChart {
  return { ...nothing, missingDependencies: [{ name, version, repository, reason }] };
}

function findValues(files: ReadonlyMap<string, string>, request: HelmRequest): readonly string[] {
  return [files.get('values.yaml') ?? '', ...request.valuesFiles.map((path) => request.files.get(path) ?? '')];
}

/** Returns the files of a folder, by path from it. */
export function filesUnder(files: ReadonlyMap<string, string>, root: string): ReadonlyMap<string, string> {
  if (root === '') return files;
  const prefix = `${root}/`;
  return new Map(
    [...files].flatMap(([path, content]) => (path.startsWith(prefix) ? [[path.slice(prefix.length), content]] : [])),
  );
}

/** Returns the `Chart.yaml` of each chart under `charts/`. */
function findVendored(files: ReadonlyMap<string, string>): readonly string[] {
  return [...files].flatMap(([path, content]) => (/^charts\/[^/]+\/Chart\.yaml$/.test(path) ? [content] : []));
}
