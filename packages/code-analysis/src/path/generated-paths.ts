import { lockNames } from '../dependency/dependency-files.ts';
import { folderOf, isBelow, nameOf } from '../module/module-path.ts';
import { matchesPath } from './match-path.ts';

/** Rules of `.gitattributes` about which files are generated or of others. */
export interface CodeAttributes {
  /** Returns `vendored` or `generated` for a file whose content is not the repository's own code; undefined for others. */
  ignoredAs(path: string): 'vendored' | 'generated' | undefined;
}

/** A rule of `.gitattributes`. */
interface AttributeRule {
  /** The folder of the file that has the rule. */
  readonly folder: string;
  /** Without a slash it matches names. */
  readonly pattern: string;
  readonly attribute: 'vendored' | 'generated';
  readonly value: boolean;
}

const maxRules = 200;

const vendoredFolders: ReadonlySet<string> = new Set([
  'node_modules',
  'bower_components',
  'jspm_packages',
  'vendor',
  'third_party',
  'third-party',
  'site-packages',
  '__pycache__',
  '.venv',
  '.yarn',
  'Pods',
  'Carthage',
  'Godeps',
]);
const generatedNames: ReadonlySet<string> = new Set([...lockNames, 'go.sum', 'composer.lock', 'Gemfile.lock']);

/** Reads the rules of all `.gitattributes` of a commit, by path; the later one counts. */
export function createCodeAttributes(files: ReadonlyMap<string, string>): CodeAttributes {
  const rules = [...files]
    .toSorted(([one], [other]) => one.split('/').length - other.split('/').length)
    .flatMap(([path, text]) => readRules(path, text))
    .slice(0, maxRules)
    .toReversed();
  return {
    ignoredAs(path) {
      const names = path.split('/');
      const valueOf = (attribute: AttributeRule['attribute']): boolean | undefined =>
        rules.find((rule) => rule.attribute === attribute && matchesRule(rule, path))?.value;
      if (valueOf('vendored') ?? names.slice(0, -1).some((name) => vendoredFolders.has(name))) return 'vendored';
      const name = names.at(-1) ?? '';
      const isGenerated =
        generatedNames.has(name) || /\.min\.(?:js|css|mjs)$|\.(?:js|css)\.map$|\.pb\.go$|_pb2\.py$/u.test(name);
      return (valueOf('generated') ?? isGenerated) ? 'generated' : undefined;
    },
  };
}

function readRules(path: string, text: string): AttributeRule[] {
  const folder = folderOf(path);
  return text.split('\n').flatMap((line): AttributeRule[] => {
    if (!line.includes('linguist-')) return [];
    const [pattern = '', ...attributes] = line.trim().split(/[ \t]+/u);
    if (pattern === '' || pattern.length > 300 || pattern.startsWith('#') || pattern.startsWith('!')) return [];
    return attributes.flatMap((each): AttributeRule[] => {
      const [, unset, attribute, value] = /^(-?)linguist-(vendored|generated)(?:=(\w+))?$/u.exec(each) ?? [];
      if (attribute === undefined) return [];
      const isSet = unset === '' && value !== 'false';
      return [{ folder, pattern, attribute: attribute as AttributeRule['attribute'], value: isSet }];
    });
  });
}

function matchesRule({ folder, pattern }: AttributeRule, path: string): boolean {
  if (!isBelow(folder, path)) return false;
  const rest = folder === '' ? path : path.slice(folder.length + 1);
  if (!pattern.replace(/\/+$/u, '').includes('/')) return matchesPath(pattern, nameOf(rest));
  const anchored = pattern.replace(/^\//u, '');
  return matchesPath(anchored.endsWith('/') ? `${anchored}**` : anchored, rest);
}
