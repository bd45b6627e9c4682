/** Returns true if a repository has the given name or URL, ignoring case and a final slash. */
export function isSameRepository(
  repository: { readonly repository: string; readonly repositoryUrl: string },
  wanted: string,
): boolean {
  const key = normalise(wanted);
  return normalise(repository.repository) === key || normalise(repository.repositoryUrl) === key;
}

function normalise(nameOrUrl: string): string {
  return nameOrUrl.toLowerCase().replace(/\/+$/, '');
}
