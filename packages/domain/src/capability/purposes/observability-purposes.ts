import type { GroupPurposes } from './group-purposes.ts';

/** Purposes of metrics, alerts, logs and traces. */
export const observabilityPurposes: Readonly<Record<string, GroupPurposes>> = {
  'monitoring.coreos.com': {
    source: 'https://prometheus-operator.dev/docs/',
    kinds: {
      Prometheus: 'Runs a Prometheus server that collects and stores metrics.',
      ServiceMonitor: 'Scrapes metrics of the pods behind a service into Prometheus.',
      PodMonitor: 'Scrapes metrics of pods, by label, into Prometheus.',
      Probe: 'Checks from outside that a website or endpoint answers.',
      PrometheusRule: 'Alerting rules on metrics, such as error rate or latency, and recording rules.',
      Alertmanager: 'Runs Alertmanager, which groups, silences and sends alerts.',
      AlertmanagerConfig: 'Routes alerts to receivers, such as PagerDuty, Slack or mail, of a team.',
      ScrapeConfig: 'Scrapes metrics of targets outside of the cluster.',
    },
  },
  'grafana.integreatly.org': {
    source: 'https://grafana.github.io/grafana-operator/docs/',
    kinds: {
      Grafana: 'Runs Grafana, the web interface for dashboards.',
      GrafanaDashboard: 'A Grafana dashboard with charts of metrics or logs.',
      GrafanaDatasource: 'Connects Grafana to a source of data, such as Prometheus or Loki.',
      GrafanaFolder: 'A folder of Grafana dashboards.',
    },
  },
  'opentelemetry.io': {
    source: 'https://opentelemetry.io/docs/platforms/kubernetes/operator/',
    kinds: {
      OpenTelemetryCollector: 'Receives traces, metrics and logs over OTLP, processes and exports them.',
      Instrumentation: 'Injects tracing agents into Java, Node.js, Python or .NET pods without code changes.',
    },
  },
  'jaegertracing.io': {
    source: 'https://www.jaegertracing.io/docs/',
    kinds: { Jaeger: 'Runs Jaeger, which stores and shows traces of requests.' },
  },
  'tempo.grafana.com': {
    source: 'https://grafana.com/docs/tempo/latest/setup/operator/',
    kinds: { TempoStack: 'Runs Grafana Tempo, which stores traces of requests.' },
  },
  'loki.grafana.com': {
    source: 'https://loki-operator.dev/docs/',
    kinds: { LokiStack: 'Runs Grafana Loki, which stores and searches logs.' },
  },
  'logging.banzaicloud.io': {
    source: 'https://kube-logging.dev/docs/',
    kinds: {
      Logging: 'Collects the logs of all pods with Fluent Bit and Fluentd.',
      Flow: 'Selects logs of a namespace and sends them to outputs.',
      ClusterFlow: 'Selects logs of all namespaces and sends them to outputs.',
      Output: 'Where logs of a namespace are sent: Elasticsearch, Loki, a bucket.',
      ClusterOutput: 'Where logs of all namespaces are sent: Elasticsearch, Loki, a bucket.',
    },
  },
  'fluentbit.fluent.io': {
    source: 'https://github.com/fluent/fluent-operator/tree/master/docs',
    kinds: { FluentBit: 'Runs Fluent Bit, which collects logs on every node.' },
  },
};
