import { expect, it } from 'vitest';
import { allTools } from './registry.ts';

/** The subpaths of a family whose tools are in other folders. */
const subpathsOf: Readonly<Record<string, readonly string[]>> = {
  cluster: ['capability', 'kubernetes'],
  plan: ['chart'],
};
const families = [...new Set(allTools.map(({ category }) => category ?? ''))];

it.for(families)('@shipmate/tools exports the tools of the family %s under its subpath', async (family) => {
  const subpaths = subpathsOf[family] ?? [family];
  const modules = await Promise.all(subpaths.map((subpath) => import(`@shipmate/tools/${subpath}`) as Promise<object>));
  const exported = modules
    .flatMap((module) => Object.values(module).flat())
    .map((value: { name?: string }) => value?.name);
  const names = allTools.filter(({ category }) => category === family).map(({ name }) => name);
  expect(names.filter((name) => !exported.includes(name))).toEqual([]);
});
