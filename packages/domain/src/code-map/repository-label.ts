import type { Repository } from '../repository/repository.ts';
import type { RepositoryLabel } from './code-map.ts';

/**
 * Returns the owner and name by which models and pages address a repository: `https://host/acme/shop.git` is acme/shop, and of a deeper
 * address all but the last part are the owner. A folder of the machine has the owner `local`, an uploaded archive `upload`.
 */
export function toRepositoryLabel({
  name,
  remoteUrl,
  localPath,
}: Pick<Repository, 'name' | 'remoteUrl' | 'localPath'>): RepositoryLabel {
  if (remoteUrl === null) return { owner: localPath === null ? 'upload' : 'local', repo: toSlug(name) };
  const parts = new URL(remoteUrl).pathname
    .split('/')
    .filter((part) => part !== '')
    .map(decode);
  const repo = (parts.pop() ?? name).replace(/(?<=.)\.git$/u, '');
  return { owner: parts.length > 0 ? parts.join('/') : new URL(remoteUrl).hostname, repo };
}

function decode(part: string): string {
  try {
    return toSlug(decodeURIComponent(part));
  } catch {
    return toSlug(part);
  }
}

/** Characters that separate the parts of node ids, and blanks, become hyphens. */
function toSlug(name: string): string {
  const slug = name.trim().replaceAll(/[\s/:#!\\]+/gu, '-');
  return slug === '' ? 'repository' : slug;
}
