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

/** Sends spans of requests and statements to a collector. */
export interface Tracing {
  /** Fields that each log line of a traced request also has. */
  readonly logFields: () => { traceId?: string };
  /** Sends the spans that are left. Waits at most two seconds for the collector. */
  stop(): Promise<void>;
}

/** OpenTelemetry patches these in place when `require` loads them, so `import` gets the patched ones too. */
const PATCHED = ['node:http', 'node:https', 'express', 'pg'];

/** How long sending the last spans may take. */
const LAST_SPANS_MS = 2_000;

/** Attributes that are emptied before a span is sent: they hold people's addresses and what they searched for. */
const UNTOLD = {
  'url.query': '',
  'client.address': '',
  'network.peer.address': '',
  'user_agent.original': '',
};

/** The address of an upload is a secret (extensions, section 16). */
const SECRET_PATH = /^(\/api\/external\/v2\/attachment_uploads\/).*$/;

/**
 * Traces requests, route handlers and statements, and sends the spans by OTLP over HTTP. The target, the sample and the name of the
 * service come from the variables that OpenTelemetry defines (`OTEL_EXPORTER_OTLP_ENDPOINT`, `OTEL_TRACES_SAMPLER`, ...).
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
      requestHook: (span, request) => {
        span.setAttributes(UNTOLD);
        const { url = '' } = request as { url?: string };
        if (SECRET_PATH.test(url)) span.setAttribute('url.path', url.replace(SECRET_PATH, '$1-'));
      },
    }),
    new ExpressInstrumentation({ ignoreLayersType: [ExpressLayerType.MIDDLEWARE, ExpressLayerType.ROUTER] }),
    // Traces only statements of requests, not those that the process sends for itself.
    new PgInstrumentation({ requireParentSpan: true }),
  ];
}
