import { metrics } from '@opentelemetry/api';
import { instrumentationName } from './observe-loop.ts';

/** A served HTTP request. */
export interface ServedRequest {
  readonly method: string;
  /** The pattern of the route, never the path. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Creates a recorder of requests with the metrics SDK that this process has registered; without one it records nothing. */
export function createRequestRecorder(): (request: ServedRequest) => void {
  const duration = metrics.getMeter(instrumentationName).createHistogram('http.server.request.duration', {
    description: 'Duration of HTTP requests, until the response begins.',
    unit: 's',
    advice: { explicitBucketBoundaries: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] },
  });
  return ({ method, route, status, seconds }) =>
    duration.record(seconds, {
      'http.request.method': methods.has(method) ? method : '_OTHER',
      'http.route': route,
      'http.response.status_code': status,
    });
}
