import type { GitRemote } from './git-remote.ts';

type ToUrl = (repository: string, branch: string) => string;

const hosts: readonly (readonly [pattern: RegExp, toUrl: ToUrl])[] = [
  [/^github\./, (repository, branch) => `${repository}/compare/${encodeBranch(branch)}?expand=1`],
  [
    /^gitlab\./,
    (repository, branch) =>
      `${repository}/-/merge_requests/new?${new URLSearchParams({ 'merge_request[source_branch]': branch }).toString()}`,
  ],
  [
    /^bitbucket\.org$/,
    (repository, branch) => `${repository}/pull-requests/new?${new URLSearchParams({ source: branch }).toString()}`,
  ],
];

/** Returns the page on which a pushed branch can be proposed, for known hosts. */
export function toCompareUrl({ url }: GitRemote, branch: string): string | undefined {
  const toUrl = hosts.find(([pattern]) => pattern.test(url.hostname))?.[1];
  const path = url.pathname.replace(/\/+$/, '').replace(/\.git$/, '');
  return toUrl?.(`https://${url.hostname}${path}`, branch);
}

function encodeBranch(branch: string): string {
  return branch.split('/').map(encodeURIComponent).join('/');
}
