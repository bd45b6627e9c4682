export { formatYaml } from './format-yaml.ts';
export { maxYamlDepth, parseYamlDocuments, type YamlOptions } from './parse-yaml-documents.ts';
export { parseAllYaml, parseYaml, type ParseYamlOptions } from './parse-yaml.ts';
