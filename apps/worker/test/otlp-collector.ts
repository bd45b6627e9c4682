import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import protobuf from 'protobufjs';

/** The parts of OTLP that tests read; field numbers of opentelemetry-proto 1.x (`trace.proto`, `metrics.proto`, `common.proto`). */
const { root } = protobuf.parse(`
  syntax = "proto3";
  message TraceRequest { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message ScopeSpans { repeated Span spans = 2; }
  message Span { bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; repeated KeyValue attributes = 9; }
  message MetricsRequest { repeated ResourceMetrics resource_metrics = 1; }
  message ResourceMetrics { repeated ScopeMetrics scope_metrics = 2; }
  message ScopeMetrics { repeated Metric metrics = 2; }
  message Metric { string name = 1; Sum sum = 7; }
  message Sum { repeated Point data_points = 1; }
  message Point { double as_double = 4; sfixed64 as_int = 6; repeated KeyValue attributes = 7; }
  message Resource { repeated KeyValue attributes = 1; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }
`);

interface KeyValue {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

interface TraceRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly traceId: string;
        readonly spanId: string;
        readonly parentSpanId?: string;
        readonly name: string;
        readonly attributes?: readonly KeyValue[];
      }[];
    }[];
  }[];
}

interface MetricsRequest {
  readonly resourceMetrics: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly { readonly name: string }[] }[];
  }[];
}

/** A span as a collector received it; ids in hexadecimal. */
export interface ReceivedSpan {
  readonly service: string | undefined;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
}

/** A stand-in for a collector that receives OTLP over HTTP. */
export interface OtlpCollector extends AsyncDisposable {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  readonly metrics: ReadonlySet<string>;
}

/** Starts a collector on a free port of the loopback interface. */
export async function startOtlpCollector(): Promise<OtlpCollector> {
  const spans: ReceivedSpan[] = [];
  const metrics = new Set<string>();
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      if (request.url === '/v1/traces') spans.push(...toSpans(decode<TraceRequest>('TraceRequest', body)));
      if (request.url === '/v1/metrics') {
        const { resourceMetrics } = decode<MetricsRequest>('MetricsRequest', body);
        for (const { scopeMetrics } of resourceMetrics)
          for (const scope of scopeMetrics) for (const { name } of scope.metrics) metrics.add(name);
      }
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    metrics,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function decode<Message>(type: string, body: Uint8Array): Message {
  const message = root.lookupType(type);
  return message.toObject(message.decode(body), { longs: Number, bytes: String }) as Message;
}

function toSpans({ resourceSpans }: TraceRequest): readonly ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = toRecord(resource.attributes)['service.name'] as string | undefined;
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, traceId, spanId, parentSpanId = '', attributes = [] }) => ({
        service,
        name,
        traceId: toHex(traceId),
        spanId: toHex(spanId),
        parentSpanId: parentSpanId === '' ? undefined : toHex(parentSpanId),
        attributes: toRecord(attributes),
      })),
    );
  });
}

function toRecord(attributes: readonly KeyValue[]): ReceivedSpan['attributes'] {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
}

function toHex(base64: string): string {
  return Buffer.from(base64, 'base64').toString('hex');
}
