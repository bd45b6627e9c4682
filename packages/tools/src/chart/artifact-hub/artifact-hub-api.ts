import type { JsonClient } from '../../http/json-client.ts';
import { type Package, type PackageDetail, packageDetailSchema, searchResponseSchema } from './package-schema.ts';

/** The ArtifactHub requests that concern Helm charts. */
export interface ArtifactHubApi {
  search(text: string): Promise<readonly Package[]>;
  /** Returns a chart by the names of its repository and itself. */
  getPackage(repository: string, name: string): Promise<PackageDetail | undefined>;
}

/** Creates the API on a client whose base URL is ArtifactHub's; `deadline` aborts all its requests. */
export function createArtifactHubApi(http: JsonClient, deadline: AbortSignal): ArtifactHubApi {
  return {
    async search(text) {
      const query = new URLSearchParams({
        ts_query_web: text,
        kind: '0',
        deprecated: 'false',
        facets: 'false',
        sort: 'relevance',
        limit: '60',
        offset: '0',
      });
      const response = await http.get(`packages/search?${query.toString()}`, searchResponseSchema, deadline);
      return response?.packages ?? [];
    },
    getPackage(repository, name) {
      const path = `packages/helm/${encodeURIComponent(repository)}/${encodeURIComponent(name)}`;
      return http.get(path, packageDetailSchema, deadline);
    },
  };
}
