import { expect, it } from 'vitest';
import { openApiIndexSchema, toFingerprints, toOpenApiPath } from './open-api.ts';

it("toFingerprints returns the path and fingerprint of each API version's document", () => {
  const paths = {
    api: { serverRelativeURL: '/openapi/v3/api?hash=1' },
    'api/v1': { serverRelativeURL: '/openapi/v3/api/v1?hash=A1' },
    'apis/apps': { serverRelativeURL: '/openapi/v3/apis/apps?hash=2' },
    'apis/apps/v1': { serverRelativeURL: '/openapi/v3/apis/apps/v1?hash=B2' },
    version: { serverRelativeURL: '/openapi/v3/version?hash=3' },
  };
  const fingerprints = toFingerprints(openApiIndexSchema.parse({ paths }));
  expect([...fingerprints]).toEqual([
    ['v1', 'A1'],
    ['apps/v1', 'B2'],
  ]);
  expect([...fingerprints.keys()].map(toOpenApiPath)).toEqual(['/openapi/v3/api/v1', '/openapi/v3/apis/apps/v1']);
});
