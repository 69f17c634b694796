import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { registerInstrumentations, type Instrumentation } from '@opentelemetry/instrumentation';
import { ExpressInstrumentation, ExpressLayerType } from '@opentelemetry/instrumentation-express';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';

/** Spans of requests and statements that are sent to a collector. */
export interface Tracing {
  /** What a log line says of the request that it belongs to. */
  readonly logFields: () => { traceId?: string };
  /** Sends what is left, unless the collector does not take it. */
  stop(): Promise<void>;
}

/** What is patched when it is loaded by `require`; it is patched in place, so that `import` gets the same. */
const PATCHED = ['node:http', 'node:https', 'express', 'pg'];

/** How long the last spans may take to be sent. */
const LAST_SPANS_MS = 2_000;

/** Addresses of people and what they searched for stay here. */
const UNTOLD = {
  'url.query': '',
  'client.address': '',
  'network.peer.address': '',
  'user_agent.original': '',
};

/**
 * Begins to trace requests, route handlers and statements, and to send that by OTLP over HTTP. This module is loaded only when
 * somebody wants traces; where to, how many and under which name is read from the variables that OpenTelemetry defines
 * (`OTEL_EXPORTER_OTLP_ENDPOINT`, `OTEL_TRACES_SAMPLER`, `OTEL_SERVICE_NAME`, ...).
 */
export function startTracing(): Tracing {
  const resource = resourceFromAttributes({ 'service.name': 'support-desk' });
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resource)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  registerInstrumentations({ tracerProvider: provider, instrumentations: instrumentations() });
  const require = createRequire(import.meta.url);
  for (const name of PATCHED) require(name);
  return {
    logFields: () => {
      const traceId = trace.getActiveSpan()?.spanContext().traceId;
      return traceId === undefined ? {} : { traceId };
    },
    stop: () => inTime(provider.shutdown()),
  };
}

/** A collector that is gone or slow must not keep a service from ending. */
async function inTime(sent: Promise<void>): Promise<void> {
  await Promise.race([sent.catch(() => undefined), sleep(LAST_SPANS_MS, undefined, { ref: false })]);
}

function instrumentations(): Instrumentation[] {
  return [
    new HttpInstrumentation({
      ignoreIncomingRequestHook: ({ url = '' }) => url.startsWith('/health/') || url.startsWith('/metrics'),
      requestHook: (span) => {
        span.setAttributes(UNTOLD);
      },
    }),
    new ExpressInstrumentation({ ignoreLayersType: [ExpressLayerType.MIDDLEWARE, ExpressLayerType.ROUTER] }),
    // Only what a request asks for: nobody looks at the statements that a process sends for itself.
    new PgInstrumentation({ requireParentSpan: true }),
  ];
}
