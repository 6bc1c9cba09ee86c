import { context, defaultTextMapGetter, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Observer } from './observe.ts';

/** Time to send the remaining spans when the process ends. */
const flushMs = 1_000;

/**
 * OpenTelemetry traces: a span for each request, with child spans for each statement and each call to the model, the
 * search service and the mail server; sent in the background by OTLP over HTTP. Loaded only if the standard variables
 * enable it. A span has routes, statement texts and statuses, never a value, a body or an id.
 */
export function startTracing(variables: Readonly<Record<string, string>>): Observer {
  // OpenTelemetry reads endpoint, headers, batch sizes and the rest from the environment, which lacks the variables of
  // `.env`.
  for (const [name, value] of Object.entries(variables)) process.env[name] ??= value;
  const provider = new TracerProvider({
    sampler: samplerNamed(variables.OTEL_TRACES_SAMPLER, variables.OTEL_TRACES_SAMPLER_ARG),
    resource: resourceFromAttributes({ 'service.name': 'jarvis' }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const tracer = provider.getTracer('jarvis');
  const propagator = new W3CTraceContextPropagator();
  return {
    request(req, res, answer) {
      const { method = 'GET' } = req;
      const span = tracer.startSpan(
        method,
        { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } },
        // In the caller's trace, if it names one.
        propagator.extract(context.active(), req.headers, defaultTextMapGetter),
      );
      res.once('close', () => {
        const { calledRoute: route } = req;
        if (route !== undefined) {
          span.updateName(`${method} ${route}`);
          span.setAttribute('http.route', route);
        }
        span.setAttribute('http.response.status_code', res.statusCode);
        if (res.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
      context.with(trace.setSpan(context.active(), span), answer);
    },
    begin({ to, name, text }) {
      const attributes =
        to === 'database' ? { 'db.system.name': 'postgresql', ...(text && { 'db.query.text': text }) } : {};
      const span = tracer.startSpan(`${to} ${name}`, { kind: SpanKind.CLIENT, attributes });
      return (error) => {
        if (error !== undefined) {
          // The name only: a message may contain a person's text.
          span.setStatus({ code: SpanStatusCode.ERROR });
          span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
        }
        span.end();
      };
    },
    async close() {
      const timer = new Promise((resolve) => setTimeout(resolve, flushMs).unref());
      await Promise.race([provider.shutdown().catch(() => {}), timer]);
    },
  };
}

/** The sampler of OTEL_TRACES_SAMPLER, by its name in OpenTelemetry's specification. */
function samplerNamed(name = 'parentbased_always_on', argument = '1'): Sampler {
  const parent = name.startsWith('parentbased_');
  const plain = name.replace('parentbased_', '');
  const root =
    plain === 'always_off'
      ? new AlwaysOffSampler()
      : plain === 'traceidratio'
        ? new TraceIdRatioBasedSampler(Number(argument))
        : new AlwaysOnSampler();
  return parent ? new ParentBasedSampler({ root }) : root;
}
