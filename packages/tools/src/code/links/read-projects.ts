import { compareDependencyFiles } from '@shipmate/code-analysis/kinds';
import type { Project } from '@shipmate/code-analysis/dependencies';
import type { ToolContext } from '@shipmate/core';
import type { CheckoutFiles } from '@shipmate/domain/repository';
import type { CodePorts } from '../code-ports.ts';
import { createSourceReader } from '../source-reader.ts';
import { linkedPaths } from './linked-paths.ts';

const maxDependencies = 50_000;
/** Files that others include and that are no manifests by their names, and how deeply they include each other. */
const maxParts = 300;
const maxDepth = 10;

/** The projects of a repository. */
interface CheckoutProjects {
  readonly projects: readonly Project[];
  readonly problems: readonly string[];
  /** True if there are more dependencies than were read. */
  readonly truncated: boolean;
}

/** Reads the projects of manifests and lock files, with the files that they include and inherit from. */
export async function readProjects(
  paths: readonly string[],
  files: CheckoutFiles,
  { ports: { compute }, ...context }: ToolContext<CodePorts>,
): Promise<CheckoutProjects> {
  await using reader = createSourceReader(files, context);
  const problems: string[] = [];
  const tried = new Set(paths);
  const parts: string[] = [];
  let projects: readonly Project[] = [];
  let truncated = false;

  async function read(some: readonly string[]): Promise<void> {
    const unread = new Set(some);
    for await (const batch of truncated ? [] : reader.take(some)) {
      const texts = batch.map(({ path, text }) => ({ path, text }));
      const found = await compute.run('readProjects', [texts, projects], context);
      ({ projects } = found);
      problems.push(...found.problems);
      for (const { path } of batch) unread.delete(path);
      truncated = projects.reduce((sum, project) => sum + sizeOf(project), 0) > maxDependencies;
      if (truncated) return;
    }
    // Most POMs have a parent that is not in the repository.
    const missing = truncated ? [] : [...unread].filter((path) => !parts.includes(path) || !path.endsWith('.xml'));
    problems.push(...missing.map((path) => `"${path}" is no text, or too large.`));
  }

  const sorted = paths.toSorted(compareDependencyFiles);
  const manifests = sorted.filter((path) => compareDependencyFiles('package.json', path) === 0);
  await read(manifests);
  for (let depth = 0; depth < maxDepth && parts.length < maxParts; depth += 1) {
    const named = projects.map(linkedPaths).flatMap((links) => [...links.files, ...links.constraints]);
    const next = [...new Set(named)].filter((path) => !tried.has(path)).slice(0, maxParts - parts.length);
    if (next.length === 0) break;
    for (const path of next) tried.add(path);
    parts.push(...next);
    await read(next);
  }
  await read(sorted.slice(manifests.length));
  for (const { manifest, ...project } of projects) {
    const { outside } = linkedPaths({ manifest, ...project });
    if (outside.length > 0) problems.push(`"${manifest}" includes ${outside.length} files outside of the repository.`);
  }
  const linked = await compute.run('linkProjects', [projects, parts], context);
  return { projects: linked.projects, problems: [...problems, ...linked.problems], truncated };
}

function sizeOf({ dependencies, links: { pom } = {} }: Project): number {
  return dependencies.length + (pom ? pom.managed.length + Object.keys(pom.values).length : 0);
}
