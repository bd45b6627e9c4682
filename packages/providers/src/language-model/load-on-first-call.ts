import type { LanguageModelV4 } from '@ai-sdk/provider';

/** Creates a model whose package is imported by its first call: a process uses one or two of them, and each takes megabytes. */
export function loadOnFirstCall(modelId: string, load: () => Promise<LanguageModelV4>): LanguageModelV4 {
  let loading: Promise<LanguageModelV4> | undefined;
  const loadOnce = (): Promise<LanguageModelV4> => (loading ??= load());
  return {
    specificationVersion: 'v4',
    provider: 'loaded on first call',
    modelId,
    get supportedUrls() {
      return loadOnce().then(({ supportedUrls }) => supportedUrls);
    },
    doGenerate: async (options) => (await loadOnce()).doGenerate(options),
    doStream: async (options) => (await loadOnce()).doStream(options),
  };
}
