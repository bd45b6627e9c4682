import type { CheckoutFiles } from '@shipmate/domain/repository';
import { listCheckout } from '../checkout/list-checkout.ts';
import type { TestReport } from '../report/test-report.ts';

type Failures = TestReport['failures'];

/** Options for {@link toCheckoutPlaces}. */
interface PlacesOptions {
  readonly files: CheckoutFiles;
  /** The folder of the checkout in which the runner ran. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0));

/**
 * Returns failures with the paths of their files from the checkout. Runners name files from their own folder, go without their folder, and
 * Maven and Gradle by their class. What is not found stays.
 */
export async function toCheckoutPlaces(
  failures: Failures,
  { files, folder, signal }: PlacesOptions,
): Promise<Failures> {
  const names = new Set(failures.flatMap(({ file = '', at = '' }) => [file, pathOf(at), toSource(file)].map(nameOf)));
  names.delete('');
  if (names.size === 0) return failures;
  const { paths } = await listCheckout(files, {
    signal,
    matches: (path) => names.has(nameOf(path).replace(/\.(?:kt|groovy|scala)$/, '.java')) || names.has(nameOf(path)),
    opens: (name) => !name.startsWith('.') && name !== 'node_modules',
    maxFolders: 5_000,
    maxFiles: 5_000,
  });
  const start = folder === '' ? '' : `${folder}/`;
  const find = (path: string, group: string): string | undefined => {
    const exact = [`${start}${path}`, path].find((each) => paths.includes(each));
    const named = paths.filter((each) => each.startsWith(start) && nameOf(each) === path);
    const inGroup = findIn(named, { group, start });
    return group.includes('/') ? (inGroup ?? exact) : (exact ?? inGroup);
  };
  return failures.map((failure) => {
    const { file = '', at = '' } = failure;
    const place = at === '' ? undefined : find(pathOf(at), file);
    const source = paths.filter((path) => `/${path.replace(/\.\w+$/, '.java')}`.endsWith(`/${toSource(file)}`));
    const own = file === '' ? undefined : (find(file, '') ?? (source.length === 1 ? source[0] : undefined));
    const found = own ?? (file === '' || file.includes('/') ? place : undefined);
    return {
      ...failure,
      ...(found !== undefined && { file: found }),
      ...(place !== undefined && { at: `${place}${at.slice(pathOf(at).length)}` }),
    };
  });
}

function pathOf(at: string): string {
  return at.replace(/:\d.*$/, '');
}

/** Returns the path that the source of a class ends with. */
function toSource(name: string): string {
  return `${name.replace(/\$.*$/, '').replaceAll('.', '/')}.java`;
}

/** Returns the file of a package of go, whose import path ends with its folder, or of a class, whose package its folder ends with. */
function findIn(
  paths: readonly string[],
  { group, start }: { readonly group: string; readonly start: string },
): string | undefined {
  const inPackage = paths.filter((path) => `/${folderOf(path)}`.endsWith(`/${folderOf(toSource(group))}`));
  if (!group.includes('/')) return inPackage.length === 1 ? inPackage[0] : undefined;
  const inModule = paths.filter((path) => {
    const folder = folderOf(path.slice(start.length));
    return folder === '' || `/${group}`.endsWith(`/${folder}`);
  });
  return inModule.toSorted((one, other) => other.length - one.length)[0];
}
