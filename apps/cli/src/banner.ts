import type { ModelCatalog } from '@shipmate/providers';
import { alignColumns } from './command.ts';

/** Facts about the running installation that {@link toBanner} prints. */
export interface BannerFacts {
  readonly signInUrl: string;
  readonly toolsApiUrl: string;
  readonly workerUrl: string;
  readonly models: Pick<ModelCatalog, 'choices' | 'defaultModel'>;
  /** Path of the simulated cluster's kubeconfig; `undefined` without a simulated cluster. */
  readonly demoKubeconfig: string | undefined;
  /** The data directory, or the host of the database server. */
  readonly data: string;
}

/** The text that `shipmate up` prints once all apps run. It holds one link to open; the other addresses are for programs. */
export function toBanner({ signInUrl, toolsApiUrl, workerUrl, models, demoKubeconfig, data }: BannerFacts): string {
  const model = models.choices.find(({ id }) => id === models.defaultModel);
  const rows = [
    ['Open', signInUrl],
    ['', 'This link signs you in once, within 15 minutes.'],
    ['Model', model?.label ?? models.defaultModel],
    ...(model?.isDemo
      ? [['', 'It plays a script. Set ANTHROPIC_API_KEY, OPENAI_API_KEY or another key for a real one.']]
      : []),
    ...(demoKubeconfig === undefined
      ? []
      : [
          ['Cluster', 'Demo (simulated, nothing runs in it)'],
          ['', 'Set KUBECONFIG for a real one. To inspect this one:'],
          ['', `kubectl --kubeconfig ${demoKubeconfig} get pods -A`],
        ]),
    ['Tools API', toolsApiUrl],
    ['Worker', workerUrl],
    ['Data', data],
  ];
  return `\nShipmate is running.\n\n${alignColumns(rows)}\n\nPress Ctrl-C to stop.`;
}
