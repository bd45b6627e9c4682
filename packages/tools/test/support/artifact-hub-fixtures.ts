import type { ServerResponse } from 'node:http';
import { sendJson, startTestServer, type TestServer } from '../../src/testing/start-test-server.ts';

/** The fields of a package that a test sets; the rest is filled in as ArtifactHub does. */
export interface PackageFixture {
  readonly name: string;
  readonly repository: string;
  readonly version: string;
  readonly stars?: number;
  readonly deprecated?: boolean;
  readonly official?: boolean;
  readonly verified?: boolean;
  /** The URL of the repository. */
  readonly url?: string;
  readonly versions?: readonly { readonly version: string; readonly prerelease?: boolean }[];
}

/** Starts a local ArtifactHub with these packages; `fail` answers instead while it returns true. */
export function startArtifactHub(
  packages: readonly PackageFixture[],
  fail: (response: ServerResponse) => boolean = () => false,
): Promise<TestServer> {
  return startTestServer((request, response) => {
    if (fail(response)) return;
    const { pathname } = new URL(request.url ?? '', 'http://local');
    if (pathname === '/api/v1/packages/search') return sendJson(response, { packages: packages.map(toSummary) });
    const found = packages.find(({ name, repository }) => pathname === `/api/v1/packages/helm/${repository}/${name}`);
    return found ? sendJson(response, toDetail(found)) : sendJson(response, { message: 'not found' }, 404);
  });
}

function toSummary({ name, repository, version, stars, deprecated, official, verified, url }: PackageFixture) {
  return {
    package_id: `id-of-${repository}-${name}`,
    name,
    normalized_name: name,
    description: `What ${name} is for`,
    version,
    app_version: '1.0.0',
    ...(stars === undefined ? {} : { stars }),
    ...(deprecated === undefined ? {} : { deprecated }),
    ...(official === undefined ? {} : { official }),
    signed: false,
    ts: 1_760_000_000,
    repository: {
      repository_id: `id-of-${repository}`,
      kind: 0,
      name: repository,
      url: url ?? `https://charts.${repository}.example`,
      ...(verified === undefined ? {} : { verified_publisher: verified }),
    },
  };
}

function toDetail(fixture: PackageFixture) {
  const versions = fixture.versions ?? [{ version: fixture.version }];
  return {
    ...toSummary(fixture),
    content_url: `https://charts.${fixture.repository}.example/${fixture.name}-${fixture.version}.tgz`,
    available_versions: versions.map((each) => ({ contains_security_updates: false, ts: 1_760_000_000, ...each })),
  };
}
