import type { Dependency, Pom, Project } from '@shipmate/code-analysis/dependencies';
import type { Spend } from './link-projects.ts';
import { linkedPaths } from './linked-paths.ts';

const maxParents = 20;
const maxRounds = 10;
const maxLength = 500;

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

/** Fills in the properties of a POM and of its parents, the nearest first, and the versions and scopes that they manage, as Maven does. */
function resolvePom(poms: readonly Pom[]): readonly Dependency[] {
  const known = new Map<string, string | undefined>();
  const valueOf = (key: string): string | undefined => {
    if (!known.has(key)) known.set(key, poms.find(({ values }) => Object.hasOwn(values, key))?.values[key]);
    return known.get(key);
  };
  const fill = (text: string): string => {
    let filled = text;
    for (let round = 0; round < maxRounds && filled.includes('${'); round += 1) {
      const next = filled.replaceAll(
        /\$\{(pom\.)?([^${}]{1,200})\}/gu,
        (whole, prefix: string | undefined, key: string) => {
          return valueOf(prefix ? `project.${key}` : key) ?? whole;
        },
      );
      filled = next.slice(0, maxLength);
    }
    return filled;
  };
  const keyOf = ([name, type]: Pom['dependencies'][number]): string => fill(`${name}:${type}`);
  const managed = new Map<string, Pom['managed'][number]>();
  for (const each of poms.flatMap((pom) => pom.managed)) {
    const key = keyOf(each);
    if (!managed.has(key)) managed.set(key, each);
  }
  return (poms[0]?.dependencies ?? []).map((each) => {
    const [name, , version, scope, optional] = each;
    const [, , managedVersion = '', managedScope = ''] = managed.get(keyOf(each)) ?? [];
    const isTest = fill(scope || managedScope) === 'test';
    const kind = isTest ? 'dev' : fill(optional) === 'true' ? 'optional' : 'runtime';
    return { name: fill(name), declared: fill(version || managedVersion), kind };
  });
}
