import type { CheckoutFiles } from '@shipmate/domain/repository';
import { listCheckout } from '../checkout/list-checkout.ts';
import type { TestReport } from '../report/test-report.ts';

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const pathOf = (at: string): string => at.replace(/:\d.*$/, '');

/**
 * Returns failures with the paths of their files from the checkout. Runners name files from `folder`, in which they ran; go leaves the
 * folder of a package out, and Maven and Gradle that of a class. What is not found stays.
 */
export async function toCheckoutPlaces(
  failures: TestReport['failures'],
  { files, folder, signal }: { readonly files: CheckoutFiles; readonly folder: string; readonly signal: AbortSignal },
): Promise<TestReport['failures']> {
  const names = new Set(failures.flatMap(({ file = '', at = '' }) => [nameOf(file), nameOf(pathOf(at))]));
  names.delete('');
  if (names.size === 0) return failures;
  const { paths } = await listCheckout(files, {
    signal,
    matches: (path) => names.has(nameOf(path)),
    opens: (name) => !name.startsWith('.') && name !== 'node_modules',
    maxFolders: 5_000,
    maxFiles: 5_000,
  });
  const start = folder === '' ? '' : `${folder}/`;
  const findFile = (path: string): string | undefined => [start + path, path].find((each) => paths.includes(each));
  const findIn = (group: string, path: string): string | undefined => {
    const source = `/${group.replace(/\$.*$/, '').replaceAll('.', '/')}${path.replace(/^[^.]*/, '')}`;
    const ends = (each: string): boolean =>
      `/${each}`.endsWith(source) || `/${group}/${path}`.endsWith(`/${each.slice(start.length)}`);
    return paths.filter((each) => each.startsWith(start) && ends(each)).toSorted((a, b) => b.length - a.length)[0];
  };
  return failures.map(({ file = '', at = '', ...failure }) => {
    const path = pathOf(at);
    const place = (path === '' ? undefined : findIn(file, path)) ?? findFile(path);
    const found = findFile(file) ?? place ?? file;
    return {
      ...failure,
      ...(found !== '' && { file: found }),
      ...(at !== '' && { at: `${place ?? path}${at.slice(path.length)}` }),
    };
  });
}
