import { type Dependency, type Pom, type Project, resolvePom } from '@shipmate/code-analysis/dependencies';
import type { Spend } from './link-projects.ts';
import { linkedPaths } from './linked-paths.ts';

const maxParents = 20;

/** Completes the dependencies of a POM by its parents in the repository. A file of another name or version is not the parent. */
export function linkPom(project: Project, projects: ReadonlyMap<string, Project>, spend: Spend): readonly Dependency[] {
  const poms: Pom[] = [];
  let next: Project | undefined = project;
  while (next?.links && poms.length < maxParents) {
    const { pom }: { readonly pom?: Pom } = next.links;
    if (!pom) break;
    if (!spend(5 * pom.managed.length) && poms.length > 0) break;
    poms.push(pom);
    const parent: Project | undefined = projects.get(linkedPaths(next).files[0] ?? '');
    const isParent: boolean = ['groupId', 'artifactId', 'version'].every(
      (field) => parent?.links?.pom?.values[`project.${field}`] === pom.values[`project.parent.${field}`],
    );
    next = isParent ? parent : undefined;
  }
  return resolvePom(poms);
}
