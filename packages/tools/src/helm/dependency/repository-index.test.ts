import { expect, it } from 'vitest';
import { readIndexEntries } from './repository-index.ts';

const digest = 'a'.repeat(64);
const redis = [
  { version: '1.0.0', digest, url: 'redis-1.0.0.tgz' },
  { version: '2.0.0', digest: undefined, url: 'https://cdn.example.test/redis-2.0.0.tgz' },
];

/** The same index in the forms that tools write. */
const indexes = [
  [
    'lists as little indented as their keys',
    `apiVersion: v1
entries:
  redis-cluster:
  - version: 9.0.0
    urls: [redis-cluster-9.0.0.tgz]
  redis:
  - description: |
      redis:
        not a key
    digest: sha256:${digest}
    name: redis
    urls:
    - redis-1.0.0.tgz
    version: 1.0.0

  - version: 2.0.0
    digest: unknown
    urls: [https://cdn.example.test/redis-2.0.0.tgz]
  - version: 3.0.0
    urls: []
  valkey:
  - version: 1.0.0
    urls: [valkey-1.0.0.tgz]
generated: "2026-01-01T00:00:00Z"
`,
  ],
  [
    'lists further indented, keys quoted',
    `entries:
    "nginx":
        - { version: 1.0.0, urls: [nginx-1.0.0.tgz] }
    "redis":
        - { version: 1.0.0, digest: ${digest.toUpperCase()}, urls: [redis-1.0.0.tgz] }
        - { version: 2.0.0, urls: [https://cdn.example.test/redis-2.0.0.tgz] }
`,
  ],
  [
    'JSON',
    JSON.stringify({
      entries: {
        redis: [
          { version: '1.0.0', digest, urls: ['redis-1.0.0.tgz'] },
          { version: '2.0.0', urls: ['https://cdn.example.test/redis-2.0.0.tgz', 'other'] },
        ],
      },
    }),
  ],
] as const;

it.each(indexes)('readIndexEntries reads the entries of one chart from %s', (_name, index) => {
  expect(readIndexEntries(index, 'redis')).toEqual(redis);
  expect(readIndexEntries(index, 'mysql')).toEqual([]);
  expect(readIndexEntries(index, 'toString')).toEqual([]);
});

it.each([['<html>'], ['{"entries": 1}'], ['entries:\n  redis:\n  - [\n']])('readIndexEntries rejects %j', (index) => {
  expect(() => readIndexEntries(index, 'redis')).toThrow(expect.objectContaining({ code: 'EXTERNAL_API_ERROR' }));
});
