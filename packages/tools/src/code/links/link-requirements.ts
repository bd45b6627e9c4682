import { type Dependency, type Project, toPythonName } from '@shipmate/code-analysis/dependencies';
import type { Spend } from './link-projects.ts';
import { linkedPaths } from './linked-paths.ts';

/** Adds the dependencies of included files, each file once, and limits versions by constraints, as pip does. */
export function linkRequirements(
  { manifest }: Project,
  projects: ReadonlyMap<string, Project>,
  spend: Spend,
): readonly Dependency[] {
  const found: Dependency[] = [];
  const limits = new Map<string, Set<string>>();
  const open = [{ path: manifest, isLimit: false }];
  const seen = new Set<string>();
  for (const { path, isLimit } of open) {
    const part = projects.get(path);
    const key = `${isLimit} ${path}`;
    // Other manifests are no requirements, even if they are included.
    if (!part?.links || part.links.pom || seen.has(key)) continue;
    seen.add(key);
    if (!spend(20 * (1 + part.dependencies.length)) && path !== manifest) break;
    for (const each of part.dependencies) {
      const name = toPythonName(each.name);
      if (isLimit) limits.set(name, (limits.get(name) ?? new Set()).add(each.declared));
      else found.push(each);
    }
    const { files, constraints } = linkedPaths(part);
    // Files that constraints include are requirements.
    for (const file of files) open.push({ path: file, isLimit: false });
    for (const file of constraints) open.push({ path: file, isLimit: true });
  }
  return limits.size === 0 ? found : found.map((each) => limit(each, limits.get(toPythonName(each.name))));
}

/** Of several constraints, each is for another environment. */
function limit(dependency: Dependency, limits: ReadonlySet<string> = new Set()): Dependency {
  const [range = '', other] = limits;
  const { declared } = dependency;
  if (range === '' || other !== undefined || declared.includes(':')) return dependency;
  return { ...dependency, declared: declared === '' || range.includes(':') ? range : `${declared},${range}` };
}
