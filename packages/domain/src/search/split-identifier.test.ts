import { expect, it } from 'vitest';
import { splitGroup, splitIdentifier } from './split-identifier.ts';

it.each([
  ['HTTPRoute', 'http route'],
  ['S3BucketPolicy', 's3 bucket policy'],
  ['EBSVolume', 'ebs volume'],
  ['storageClassName', 'storage class name'],
  ['postgresql.cnpg.io', 'postgresql cnpg io'],
  ['vpc_id-ref', 'vpc id ref'],
  ['', ''],
])('splitIdentifier turns %s into %s', (name, words) => {
  expect(splitIdentifier(name).join(' ')).toBe(words);
});

it('splitGroup drops the parts that say nothing of a group', () => {
  expect(splitGroup('s3.aws.upbound.io')).toEqual(['s3', 'aws', 'upbound']);
  expect(splitGroup('rbac.authorization.k8s.io')).toEqual(['rbac', 'authorization']);
});
