import type { CheckoutFiles } from '@shipmate/domain/repository';
import { listCheckout } from '../checkout/list-checkout.ts';
import type { TestReport } from '../report/test-report.ts';

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const pathOf = (at: string): string => at.replace(/:\d.*$/, '');
/** Returns the path that the source of a class ends with. */
const toSource = (name: string): string => `/${name.replace(/\$.*$/, '').replaceAll('.', '/')}.java`;
const toJava = (path: string): string => path.replace(/\.(?:kt|groovy|scala)$/, '.java');

/**
 * Returns failures with the paths of their files from the checkout. Runners name files from `folder`, in which they ran, go without their
 * folder, and Maven and Gradle by their class. What is not found stays.
 */
export async function toCheckoutPlaces(
  failures: TestReport['failures'],
  options: { readonly files: CheckoutFiles; readonly folder: string; readonly signal: AbortSignal },
): Promise<TestReport['failures']> {
  const names = new Set(failures.flatMap(({ file = '', at = '' }) => [file, pathOf(at), toSource(file)].map(nameOf)));
  if (names.size === 0) return failures;
  const { paths } = await listCheckout(options.files, {
    signal: options.signal,
    matches: (path) => names.has(nameOf(path)) || names.has(nameOf(toJava(path))),
    opens: (name) => !name.startsWith('.') && name !== 'node_modules',
    maxFolders: 5_000,
    maxFiles: 5_000,
  });
  const start = options.folder === '' ? '' : `${options.folder}/`;
  const findFile = (path: string): string | undefined => [start + path, path].find((each) => paths.includes(each));
  const findSource = (name: string): string | undefined => {
    const found = paths.filter((path) => `/${toJava(path)}`.endsWith(toSource(name)));
    return found.length === 1 ? found[0] : undefined;
  };
  /** The folder of a package of go is the end of its import path. */
  const findInPackage = (name: string, group: string): string | undefined =>
    paths
      .filter((path) => path.startsWith(start) && nameOf(path) === name)
      .toSorted((one, other) => other.length - one.length)
      .find((path) => `/${group}/${name}`.endsWith(`/${path.slice(start.length)}`) || path === start + name);
  return failures.map(({ file = '', at = '', ...failure }) => {
    const path = pathOf(at);
    const source = findSource(file);
    const isOfSource = source !== undefined && nameOf(toJava(source)) === nameOf(toJava(path));
    const place = isOfSource
      ? source
      : ((file.includes('/') ? findInPackage(path, file) : undefined) ?? findFile(path));
    const found = findFile(file) ?? source ?? (file === '' || file.includes('/') ? place : undefined) ?? file;
    return {
      ...failure,
      ...(found !== '' && { file: found }),
      ...(at !== '' && { at: `${place ?? path}${at.slice(path.length)}` }),
    };
  });
}
