import { AppError } from '@shipmate/core';
import valid from 'semver/functions/valid.js';
import { z } from 'zod';
import type { Downloader } from '../../http/downloader.ts';
import { isLoopbackHost } from '../../http/public-address.ts';
import { chooseVersion } from './choose-version.ts';
import type { ChartLocation, PublishedChart } from './published-chart.ts';

const manifestType = 'application/vnd.oci.image.manifest.v1+json';
const chartType = 'application/vnd.cncf.helm.chart.content.v1.tar+gzip';
const maxAnswerBytes = 4_000_000;
const maxPages = 50;

const manifestSchema = z.object({ layers: z.array(z.object({ mediaType: z.string(), digest: z.string() })) });
const tagsSchema = z.object({ tags: z.array(z.string()).nullish() });

/** Creates a source that finds charts in OCI registries with anonymous access. */
export function createOciRegistries(
  downloader: Downloader,
): (registry: URL, chart: PublishedChart, signal: AbortSignal) => Promise<ChartLocation> {
  return async (registry, chart, signal) => {
    const name = `${registry.pathname}/${chart.name}`.replace(/^\/+/, '').replaceAll(/\/+/g, '/');
    if (!name.split('/').every((part) => /^[a-z0-9]+(?:[._-]+[a-z0-9]+)*$/.test(part))) {
      throw failure('VALIDATION_ERROR', `${JSON.stringify(name)} is no name that a registry can have.`);
    }
    // A loopback registry is reached without TLS, if it is allowed at all.
    const base = new URL(`${isLoopbackHost(registry.hostname) ? 'http' : 'https'}://${registry.host}/v2/${name}/`);
    const authorize = authorizeAnonymously(downloader, signal);

    async function ask<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>> {
      const limits = { accept: `${manifestType}, application/json`, maxBytes: maxAnswerBytes, signal, authorize };
      return parseAnswer(await downloader.download(new URL(path, base), limits), schema);
    }

    async function listVersions(): Promise<readonly string[]> {
      const tags = new Set<string>();
      for (let page = 0, last = ''; page < maxPages; page += 1) {
        const query = new URLSearchParams({ n: '1000', ...(last === '' ? {} : { last }) });
        const answer = await ask(`tags/list?${query.toString()}`, tagsSchema);
        const added = (answer.tags ?? []).filter((tag) => !tags.has(tag));
        if (added.length === 0) break;
        added.forEach((tag) => tags.add(tag));
        last = added.at(-1) ?? '';
      }
      return [...tags].map((tag) => tag.replaceAll('_', '+'));
    }

    const version = valid(chart.version) ? chart.version : chooseVersion(await listVersions(), chart);
    const { layers } = await ask(`manifests/${toTag(version)}`, manifestSchema);
    const digest = layers.find(({ mediaType }) => mediaType === chartType)?.digest;
    const hash = /^sha256:([0-9a-f]{64})$/.exec(digest ?? '')?.[1];
    if (hash === undefined)
      throw failure('EXTERNAL_API_ERROR', `What ${registry.host} has under that name is no chart.`);
    return { version, digest: hash, url: new URL(`blobs/sha256:${hash}`, base), authorize };
  };
}

/** Converts a version to a tag, which cannot contain `+`. */
function toTag(version: string): string {
  return encodeURIComponent(version.replaceAll('+', '_'));
}

function parseAnswer<Schema extends z.ZodType>(bytes: Buffer, schema: Schema): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(bytes.toString('utf8')));
  } catch (cause) {
    throw failure('EXTERNAL_API_ERROR', 'The answer of its registry cannot be read.', cause);
  }
}

function failure(code: 'VALIDATION_ERROR' | 'EXTERNAL_API_ERROR', message: string, cause?: unknown): AppError {
  return new AppError({ code, message, cause });
}

const maxTokenBytes = 100_000;
const tokenSchema = z.object({ token: z.string().optional(), access_token: z.string().optional() });

/**
 * Answers a registry's `Bearer` challenge with an anonymous token, requested once. Other challenges are not answered.
 */
function authorizeAnonymously(
  downloader: Downloader,
  signal: AbortSignal,
): (challenge: string) => Promise<string | undefined> {
  const tokens = new Map<string, Promise<string | undefined>>();

  async function request(url: URL): Promise<string | undefined> {
    const answer = await downloader.download(url, { maxBytes: maxTokenBytes, signal, accept: 'application/json' });
    const { token, access_token: accessToken } = parseToken(answer);
    const granted = token ?? accessToken;
    return granted === undefined ? undefined : `Bearer ${granted}`;
  }

  return async (challenge) => {
    const url = toTokenAddress(challenge);
    if (!url) return undefined;
    const granted = tokens.get(url.href) ?? request(url);
    tokens.set(url.href, granted);
    return granted;
  };
}

/** Returns the token endpoint of a `Bearer` challenge. */
function toTokenAddress(challenge: string): URL | undefined {
  const [, parameters] = /^Bearer\s+(.*)$/i.exec(challenge) ?? [];
  if (parameters === undefined) return undefined;
  const given = new Map([...parameters.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]));
  const url = URL.parse(given.get('realm') ?? '');
  for (const key of ['service', 'scope']) {
    const value = given.get(key);
    if (value !== undefined) url?.searchParams.set(key, value);
  }
  return url ?? undefined;
}

function parseToken(answer: Buffer): z.output<typeof tokenSchema> {
  try {
    return tokenSchema.parse(JSON.parse(answer.toString('utf8')));
  } catch {
    return {};
  }
}
