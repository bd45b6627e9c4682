import { expect, it } from 'vitest';
import { packageSchema } from './package-schema.ts';
import { rankPackages } from './rank-packages.ts';

function packageOf(
  name: string,
  repository: string,
  trust: { stars?: number; official?: boolean; verified?: boolean } = {},
) {
  return packageSchema.parse({
    name,
    version: '1.0.0',
    ...trust,
    repository: { name: repository, url: `https://charts.${repository}.example`, verified_publisher: trust.verified },
  });
}

const packages = [
  packageOf('redis-operator', 'popular', { stars: 900, official: true }),
  packageOf('redis', 'starred', { stars: 500 }),
  packageOf('redis', 'verified', { stars: 5, verified: true }),
  packageOf('redis', 'official', { stars: 50, official: true }),
  packageOf('Redis', 'unknown'),
];

it.each([
  { repository: undefined, order: ['official', 'verified', 'starred', 'unknown'] },
  { repository: 'Unknown', order: ['unknown', 'official', 'verified', 'starred'] },
  { repository: 'https://charts.starred.example/', order: ['starred', 'official', 'verified', 'unknown'] },
  { repository: 'popular', order: ['official', 'verified', 'starred', 'unknown'] },
])('rankPackages ranks packages of the exact name, with repository $repository', ({ repository, order }) => {
  const ranked = rankPackages(packages, { name: 'redis', repository });
  expect(ranked.map((each) => each.repository.name)).toEqual(order);
});
