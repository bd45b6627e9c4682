import type { Dependency, Project, ProjectDependencies } from '@shipmate/code-analysis/dependencies';
import { linkPom } from './link-pom.ts';
import { linkRequirements } from './link-requirements.ts';

/** Counts work. Returns false when too much is done, so that many projects with the same large parts end soon. */
export type Spend = (amount: number) => boolean;

const maxWork = 1_000_000;

/** Completes projects by the files that they include and inherit from, and removes the parts, which are no projects. */
export function linkProjects(known: readonly Project[], parts: readonly string[]): ProjectDependencies {
  const byPath = new Map(known.map((project) => [project.manifest, project]));
  const isPart = new Set(parts);
  let left = maxWork;
  const spend: Spend = (amount) => (left -= amount) > 0;
  const projects = known.flatMap((whole): Project[] => {
    const { links, ...project } = whole;
    if (isPart.has(whole.manifest)) return [];
    const link: (...all: Parameters<typeof linkPom>) => readonly Dependency[] = links?.pom ? linkPom : linkRequirements;
    return [links ? { ...project, dependencies: link(whole, byPath, spend) } : project];
  });
  const problem = 'Included files are left out of some projects, because they have too many dependencies together.';
  return { projects, problems: left > 0 ? [] : [problem] };
}
