import { codeLanguageOf } from '@shipmate/code-analysis/kinds';

/** Languages of files whose structure is not parsed, by extension. */
const extensions: Readonly<Record<string, string>> = {
  md: 'markdown',
  mdx: 'markdown',
  markdown: 'markdown',
  rst: 'restructuredtext',
  yaml: 'yaml',
  yml: 'yaml',
  json: 'json',
  jsonc: 'json',
  json5: 'json',
  toml: 'toml',
  xml: 'xml',
  html: 'html',
  htm: 'html',
  css: 'css',
  scss: 'css',
  sass: 'css',
  less: 'css',
  sql: 'sql',
  graphql: 'graphql',
  gql: 'graphql',
  proto: 'protobuf',
  tf: 'terraform',
  hcl: 'terraform',
  vue: 'vue',
  svelte: 'svelte',
  kt: 'kotlin',
  kts: 'kotlin',
  scala: 'scala',
  swift: 'swift',
  dart: 'dart',
  lua: 'lua',
  ex: 'elixir',
  exs: 'elixir',
  erl: 'erlang',
  hs: 'haskell',
  clj: 'clojure',
  prisma: 'prisma',
  gradle: 'gradle',
  properties: 'properties',
  ini: 'ini',
  txt: 'text',
  tpl: 'template',
  dockerfile: 'docker',
};

const names: readonly (readonly [pattern: RegExp, language: string])[] = [
  [/^(?:Docker|Container)file(?:\.[\w.-]+)?$/u, 'docker'],
  [/^(?:GNU)?[Mm]akefile$/u, 'make'],
  [/^Jenkinsfile$/u, 'groovy'],
  [/^(?:Rakefile|Gemfile)$/u, 'ruby'],
];

/** Returns the language of a file by its name, such as `typescript` or `yaml`; null if it is not known. */
export function mapLanguageOf(path: string): string | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const known = names.find(([pattern]) => pattern.test(name));
  if (known) return known[1];
  const code = codeLanguageOf(path);
  if (code !== undefined) return code;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
  return Object.hasOwn(extensions, extension) ? (extensions[extension] ?? null) : null;
}
