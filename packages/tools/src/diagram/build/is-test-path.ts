const testPath =
  /(?:^|\/)(?:tests?|__tests__|specs?|testing|fixtures|__fixtures__)\/|[._-](?:test|spec)\.[^/]+$|(?:^|\/)(?:test_[^/]*|[^/]*_test\.[^/]+|conftest\.py)$/u;

/** Returns true for a path that by its name belongs to tests. */
export function isTestPath(path: string): boolean {
  return testPath.test(path);
}
