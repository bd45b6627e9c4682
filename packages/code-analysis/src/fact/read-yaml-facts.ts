import type { CodeFact } from '@shipmate/domain/code-map';
import { toFact } from './fact-source.ts';

/** A line `key: value` of YAML. */
interface YamlLine {
  readonly indent: number;
  readonly key: string;
  /** Without quotes and comments. */
  readonly value: string;
  /** From 1. */
  readonly line: number;
}

const entry = /^( {0,100})((?:- {1,10})*)([A-Za-z][\w.-]{0,60}):(?:[ \t]+(\S.{0,300}))?[ \t]*\r?$/u;

/**
 * Reads the objects of Kubernetes and the container images of YAML, by line: templates of charts are no YAML until they are rendered.
 */
export function readYamlFacts(text: string): CodeFact[] {
  const facts: CodeFact[] = [];
  let lines: YamlLine[] = [];
  text.split('\n').forEach((content, index) => {
    if (/^---(?:\s|$)/u.test(content)) {
      facts.push(...objectOf(lines), ...imagesOf(lines));
      lines = [];
    }
    const [, indent = '', dashes = '', key = '', value = ''] = entry.exec(content) ?? [];
    if (key !== '') lines.push({ indent: indent.length + dashes.length, key, value: toValue(value), line: index + 1 });
  });
  return [...facts, ...objectOf(lines), ...imagesOf(lines)];
}

function toValue(text: string): string {
  const quoted = /^(["'])([^"']*)\1/u.exec(text)?.[2];
  return quoted ?? text.replace(/(?:^|[ \t]+)#.*$/u, '').trim();
}

function objectOf(lines: readonly YamlLine[]): CodeFact[] {
  const top = lines.filter(({ indent }) => indent === 0);
  const kind = top.find(({ key }) => key === 'kind');
  if (!kind || !top.some(({ key }) => key === 'apiVersion') || !/^[A-Z][A-Za-z0-9]*$/u.test(kind.value)) return [];
  const metadata = lines.findIndex(({ key, indent }) => key === 'metadata' && indent === 0);
  const rest = metadata < 0 ? [] : lines.slice(metadata + 1);
  const end = rest.findIndex(({ indent }) => indent === 0);
  const fields = end < 0 ? rest : rest.slice(0, end);
  const depth = Math.min(...fields.map(({ indent }) => indent));
  const name = fields.find(({ key, indent }) => key === 'name' && indent === depth)?.value ?? '';
  return name === '' ? [] : [toFact('kubernetes_object', `${kind.value}/${name}`, kind.line)];
}

const image = /^[\w.-]+(?::\d+)?(?:\/[\w.-]+)*(?::[\w.-]+)?(?:@sha256:[0-9a-f]{64})?$/u;

function imagesOf(lines: readonly YamlLine[]): CodeFact[] {
  return lines.flatMap(({ key, value, line, indent }, index) => {
    if (key !== 'image') return [];
    if (value !== '') return image.test(value) ? [toFact('container_image', value, line)] : [];
    // The values of charts: an image with a repository and a tag.
    const rest = lines.slice(index + 1, index + 10);
    const end = rest.findIndex((each) => each.indent <= indent);
    const fields = new Map((end < 0 ? rest : rest.slice(0, end)).map((each) => [each.key, each]));
    const repository = fields.get('repository');
    if (!repository || !image.test(repository.value)) return [];
    const tag = fields.get('tag')?.value ?? '';
    const name = /^[\w.-]+$/u.test(tag) ? `${repository.value}:${tag}` : repository.value;
    return [toFact('container_image', name, repository.line)];
  });
}
