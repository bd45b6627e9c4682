/** Whether a repository goes by a name or URL that was asked for; case and a final slash do not count. */
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
