import type { ChartStory } from '../change-request.ts';
import { rename, replace, validate, view } from '../tool-calls.ts';

const cronJob = 'CronJob/release-report';

/** Returns a cron job with these fields of its pod. */
const withPod = (pod: object) => ({ spec: { jobTemplate: { spec: { template: { spec: pod } } } } });

/** A cron job. */
export const nightlyReport: ChartStory = {
  folder: 'nightly-report',
  requests: [
    {
      ask: 'Run it at half past three in Berlin, and never two at once',
      turns: [
        {
          toolCalls: [
            // The file is indented by four spaces, this text by two.
            replace('templates/cron.yaml', {
              oldStr: 'spec:\n  schedule: {{ .Values.schedule | quote }}\n',
              newStr:
                'spec:\n  schedule: {{ .Values.schedule | quote }}\n  timeZone: {{ .Values.timeZone }}\n  concurrencyPolicy: Forbid\n',
            }),
            replace('values.yaml', {
              oldStr: 'schedule: "0 2 * * *"',
              newStr: 'schedule: "30 3 * * *"\ntimeZone: Europe/Berlin',
            }),
          ],
        },
        { received: 'indentation match', text: 'It runs at 3:30 in Berlin.' },
      ],
      renders: {
        [cronJob]: {
          spec: {
            schedule: '30 3 * * *',
            timeZone: 'Europe/Berlin',
            concurrencyPolicy: 'Forbid',
            jobTemplate: { spec: { template: { spec: { restartPolicy: 'OnFailure' } } } },
          },
        },
      },
    },
    {
      ask: 'Tighten the security of the pod, and limit what it may use',
      turns: [
        // The arguments are truncated.
        { toolCalls: [{ name: 'textEditor', malformedInput: '{"command":"str_replace","path":"templates/cron.ya' }] },
        {
          toolCalls: [
            replace('templates/cron.yaml', {
              oldStr: '                    restartPolicy: OnFailure\n                    containers:\n',
              newStr:
                '                    restartPolicy: OnFailure\n                    securityContext:\n' +
                '                        runAsNonRoot: true\n                        runAsUser: 65532\n' +
                '                        seccompProfile:\n                            type: RuntimeDefault\n' +
                '                    containers:\n',
            }),
            replace('templates/cron.yaml', {
              oldStr: '                          args:\n',
              newStr:
                '                          securityContext:\n                              allowPrivilegeEscalation: false\n' +
                '                              readOnlyRootFilesystem: true\n                              capabilities:\n' +
                '                                  drop: [ALL]\n                          args:\n',
            }),
            replace('values.yaml', {
              oldStr: 'resources: {}',
              newStr: 'resources:\n  requests:\n    cpu: 50m\n    memory: 64Mi\n  limits:\n    memory: 128Mi\n',
            }),
          ],
        },
        { toolCalls: [validate] },
        { text: 'The pod may do less now.' },
      ],
      renders: {
        [cronJob]: withPod({
          securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
          containers: [
            {
              args: ['--to=finance@example.com'],
              securityContext: { readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
              resources: { requests: { cpu: '50m' }, limits: { memory: '128Mi' } },
            },
          ],
        }),
      },
    },
    {
      ask: 'Call the template cronjob.yaml, and mount no token',
      turns: [
        {
          toolCalls: [
            rename('templates/cron.yaml', 'templates/cronjob.yaml'),
            replace('templates/serviceaccount.yaml', {
              oldStr: 'kind: ServiceAccount\n',
              newStr: 'kind: ServiceAccount\nautomountServiceAccountToken: false\n',
            }),
          ],
        },
        {
          received: 'Renamed templates/cron.yaml to templates/cronjob.yaml',
          toolCalls: [
            replace('templates/cronjob.yaml', {
              oldStr: '                    restartPolicy: OnFailure\n',
              newStr:
                '                    automountServiceAccountToken: false\n                    restartPolicy: OnFailure\n',
            }),
          ],
        },
        { text: 'Renamed, and without a token.' },
      ],
      renders: {
        [cronJob]: withPod({ automountServiceAccountToken: false, restartPolicy: 'OnFailure' }),
        'ServiceAccount/release-report': { automountServiceAccountToken: false },
      },
    },
    {
      ask: 'Keep the last five failed jobs, and mail ops too',
      persona: 'operator',
      turns: [
        {
          toolCalls: [
            replace('templates/cronjob.yaml', {
              oldStr: 'failedJobsHistoryLimit: {{ .Values.history.failed }}',
              newStr: 'failedJobsHistoryLimit: 5',
            }),
          ],
        },
        { received: 'this run works for an operator', toolCalls: [view('values.yaml')] },
        {
          received: 'failed: 1',
          toolCalls: [
            replace('values.yaml', { oldStr: '  failed: 1\n', newStr: '  failed: 5\n' }),
            replace('values.yaml', {
              oldStr: '  - finance@example.com\n',
              newStr: '  - finance@example.com\n  - ops@example.com\n',
            }),
          ],
        },
        { text: 'Both are values, and they are set.' },
      ],
      renders: {
        [cronJob]: {
          spec: {
            failedJobsHistoryLimit: 5,
            jobTemplate: {
              spec: {
                template: { spec: { containers: [{ args: ['--to=finance@example.com', '--to=ops@example.com'] }] } },
              },
            },
          },
        },
      },
    },
  ],
};
