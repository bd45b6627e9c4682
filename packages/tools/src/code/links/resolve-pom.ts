import type { Dependency, Pom } from '@shipmate/code-analysis/dependencies';

const maxRounds = 10;
const maxLength = 500;

/** Fills in the properties of a POM and of its parents, the nearest first, and the versions and scopes that they manage, as Maven does. */
export function resolvePom(poms: readonly Pom[]): readonly Dependency[] {
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
