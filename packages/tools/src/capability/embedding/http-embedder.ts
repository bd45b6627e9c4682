import { AppError, type Embedder } from '@shipmate/core';
import pRetry from 'p-retry';
import { z } from 'zod';
import { createOpenCalls } from '../../context/open-calls.ts';
import { createConnections } from '../../http/guarded-connections.ts';
import { UpstreamFailure } from '../../http/upstream-failure.ts';

/** The environment variables that configure the embedding model. */
export const embeddingsEnvironmentSchema = z.object({
  /** The base URL of an API like OpenAI's, without `/embeddings`; that of Ollama is `http://127.0.0.1:11434/v1`. */
  EMBEDDINGS_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Required with a URL. */
  EMBEDDINGS_MODEL: z.string().trim().min(1).optional(),
  EMBEDDINGS_API_KEY: z.string().trim().min(1).optional(),
});

export type EmbeddingsEnvironment = z.output<typeof embeddingsEnvironmentSchema>;

/** The timeouts and retries of an embedder. */
interface EmbedderLimits {
  readonly timeoutMs: number;
  readonly retries: number;
  readonly retryDelayMs: number;
}

const defaultLimits: EmbedderLimits = { timeoutMs: 30_000, retries: 2, retryDelayMs: 500 };

/** The number of texts in one request. */
const batchSize = 64;

const answerSchema = z.object({ data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()) })) });

/** An embedder that its creator closes. */
interface HttpEmbedder extends Embedder {
  /** Aborts its requests and closes its connections. */
  close(): Promise<void>;
}

/**
 * Creates an embedder of the model that the environment configures. @throws AppError `VALIDATION_ERROR` for a URL
 * without a model
 */
export function createHttpEmbedder({
  environment: { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model, EMBEDDINGS_API_KEY: key },
  limits = defaultLimits,
}: {
  readonly environment: Partial<EmbeddingsEnvironment>;
  readonly limits?: EmbedderLimits;
}): HttpEmbedder | undefined {
  if (url === undefined) return undefined;
  if (model === undefined) {
    throw new AppError({ code: 'VALIDATION_ERROR', message: 'EMBEDDINGS_MODEL is needed with EMBEDDINGS_URL.' });
  }
  const endpoint = new URL('embeddings', url.endsWith('/') ? url : `${url}/`);
  const connections = createConnections();
  const calls = createOpenCalls('The embedding model');

  async function request(input: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    const response = await connections.fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ model, input }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(limits.timeoutMs)]),
    });
    if (!response.ok) {
      await response.body?.cancel();
      const retryable = response.status === 429 || response.status >= 500;
      throw new UpstreamFailure(`It answered with status ${response.status}.`, { retryable });
    }
    const { data } = answerSchema.parse(await response.json());
    const vectors = data.toSorted((one, other) => one.index - other.index).map(({ embedding }) => embedding);
    if (vectors.length === input.length) return vectors.map((vector) => Float32Array.from(vector));
    throw new UpstreamFailure('It left texts out.', { retryable: false });
  }

  async function embedBatch(input: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    try {
      return await pRetry(() => request(input, signal), {
        retries: limits.retries,
        minTimeout: limits.retryDelayMs,
        randomize: true,
        signal,
        shouldRetry: ({ error }) => !(error instanceof UpstreamFailure) || error.retryable,
      });
    } catch (thrown) {
      if (signal.aborted) {
        throw new AppError({ code: 'ABORTED', message: 'The request was stopped.', cause: thrown });
      }
      throw new AppError({
        code: 'EXTERNAL_API_ERROR',
        message: `The embedding model at ${endpoint.host} does not answer as it should. Check EMBEDDINGS_URL, EMBEDDINGS_MODEL and EMBEDDINGS_API_KEY.`,
        cause: thrown,
      });
    }
  }

  async function embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += batchSize) {
      vectors.push(...(await embedBatch(texts.slice(from, from + batchSize), signal)));
    }
    return vectors;
  }

  return {
    id: `${endpoint.host}:${model}`,
    embed: (texts, signal) => calls.run(signal, (active) => embed(texts, active)),
    async close() {
      await calls.close();
      await connections.destroy();
    },
  };
}
