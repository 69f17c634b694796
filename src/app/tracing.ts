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

export interface Tracing {
  /** Returns the fields that each log line of a traced request also has. */
  readonly logFields: () => { traceId?: string };
  /** Sends the remaining spans, and waits at most two seconds for the collector. */
  stop(): Promise<void>;
}

/** OpenTelemetry patches these modules in place when `require` loads them, so `import` gets the patched ones too. */
const PATCHED = ['node:http', 'node:https', 'express', 'pg'];

const LAST_SPANS_MS = 2_000;

/** Empties attributes before a span is sent: they hold addresses of people and the words that they searched for. */
const EMPTIED_ATTRIBUTES = {
  'url.query': '',
  'client.address': '',
  'network.peer.address': '',
  'user_agent.original': '',
};

/** Finds the address of an upload, which is a secret [rule 16]. */
const SECRET_PATH = /^(\/api\/external\/v2\/attachment_uploads\/).*$/;

/** Sends spans of requests, handlers and statements by OTLP over HTTP, as the variables of OpenTelemetry say (`OTEL_*`). */
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
    stop: () => stopInTime(provider.shutdown()),
  };
}

/** Gives up on a collector that is gone or slow, so that it does not keep the service from ending. */
async function stopInTime(sent: Promise<void>): Promise<void> {
  await Promise.race([sent.catch(() => undefined), sleep(LAST_SPANS_MS, undefined, { ref: false })]);
}

function instrumentations(): Instrumentation[] {
  return [
    new HttpInstrumentation({
      ignoreIncomingRequestHook: ({ url = '' }) => url.startsWith('/health/') || url.startsWith('/metrics'),
      requestHook: (span, request) => {
        span.setAttributes(EMPTIED_ATTRIBUTES);
        const { url = '' } = request as { url?: string };
        if (SECRET_PATH.test(url)) span.setAttribute('url.path', url.replace(SECRET_PATH, '$1-'));
      },
    }),
    new ExpressInstrumentation({ ignoreLayersType: [ExpressLayerType.MIDDLEWARE, ExpressLayerType.ROUTER] }),
    // This traces only statements of requests, not those that the process sends for itself.
    new PgInstrumentation({ requireParentSpan: true }),
  ];
}
