import { nameOf } from '../../module/module-path.ts';
import type { DeclaredDependency, DependencyKind, ManifestReader } from '../manifest.ts';

/** Options that name a file or a project. */
const naming = /(?:^|\s)(?:-([rce])\s*|--(requirement|constraint|editable)(?:=|\s+))(?:"([^"]*)"|'([^']*)'|(\S+))/u;
/** The most files that one file includes. */
const maxIncludes = 50;

/** Reads `requirements.txt`; files with `dev` or `test` in their name declare development dependencies. */
export const readRequirements: ManifestReader = (text, path) => {
  const kind = /dev|test/iu.test(nameOf(path)) ? 'dev' : 'runtime';
  const dependencies: DeclaredDependency[] = [];
  const files = { r: new Set<string>(), c: new Set<string>() };
  for (const line of linesOf(text)) {
    const options = line.search(/(?:^| )-/u);
    const [, short, long = ' ', ...values] = (options === 0 && naming.exec(line)) || [];
    const option = short ?? long[0];
    const value = values.join('');
    if (option === 'r' || option === 'c') {
      if (files[option].size < maxIncludes) files[option].add(value);
    } else {
      const requirement = option === 'e' ? value : line.slice(0, options < 0 ? undefined : options);
      dependencies.push(...toRequirement(requirement, kind));
    }
  }
  const links = { files: [...files.r], constraints: [...files.c] };
  return { ecosystem: 'python', dependencies, workspaces: [], links };
};

/** Joins lines that end with a backslash, and removes comments, in the order of pip. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  let open = '';
  for (const line of `${text}\n`.split(/\r\n?|\n/u)) {
    const isComment = /^\s*#/u.test(line);
    if (line.endsWith('\\') && !isComment) open += line.slice(0, -1);
    else {
      open += isComment ? ' #' : line;
      const comment = open.search(/(?:^|\s)#/u);
      lines.push(open.slice(0, comment < 0 ? undefined : comment).trim());
      open = '';
    }
  }
  return lines;
}

/** A name with extras, and its URL or range. */
const named = /^([A-Za-z0-9][\w.-]{0,200})\s*(?:\[[^\]]{0,200}\]\s*)?(?:@([^;]*)|((?:==|[(<>!~])[^;]*)?)(?:;|$)/u;
const maxLength = 500;

/** Reads a requirement such as `uvicorn[standard]>=0.3; python_version > "3.8"`. */
export function toRequirement(line: string, kind: DependencyKind): DeclaredDependency[] {
  const [, name, url, range = ''] = named.exec(line) ?? [];
  if (name !== undefined) return [{ name, declared: (url ?? range).trim().slice(0, maxLength), kind }];
  const target = (line.slice(0, maxLength).split(/;\s|\s;/u, 1)[0] ?? '').trim();
  if (!/^[a-z][a-z+]*:|[./]/iu.test(target)) return [];
  const [, egg] = /[#&]egg=([\w.-]+)/u.exec(target) ?? [];
  const file = nameOf(target.split(/[?#]/u, 1)[0] ?? '');
  const found = file.endsWith('.whl') ? file.split('-', 1)[0]?.replaceAll('_', '-') : egg;
  return [{ name: found ?? target.replace(/\[[^[\]]*\]$/u, ''), declared: found ? target : '', kind }];
}
