import {
  type Attributes,
  type Context,
  context,
  type ContextManager,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders } from 'node:http'
import { knownMethods } from './server-metrics.ts'
import { fromTraceHeaders, toTraceHeaders } from './trace-context.ts'

export interface OtlpOptions {
  /** The collector's base address, such as `http://collector:4318`; else that of the `OTEL_EXPORTER_OTLP_*` variables. */
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The sample ratio, 0 to 1, where the caller has not decided already. Default 1. */
  readonly sampleRatio?: number
}

/** What is known of a request when it arrives. */
export interface RequestMetadata {
  readonly method: string
  /** Without the query, which may hold secrets. */
  readonly path: string
  /** `http` or `https`, as the client sees it. */
  readonly scheme: string
  /** The pattern of the route; undefined where none fits. */
  readonly route: string | undefined
  /** `1.1` */
  readonly httpVersion: string
}

/** The span of one request. */
export interface RequestSpan {
  readonly traceId?: string
  /** Runs the work inside the span, so that spans and calls made by it belong to the request. */
  run<T>(work: () => T): T
  end(outcome: { readonly status: number; readonly error?: unknown }): void
}

export interface Tracing {
  tracer(pluginId: string): Tracer
  /** Starts the span of a request, below the one that its `traceparent` names. */
  startRequestSpan(headers: IncomingHttpHeaders, request: RequestMetadata): RequestSpan
  /** `traceparent` and `tracestate` of the span the code runs in, for requests to others. */
  outgoingHeaders(): Record<string, string>
  shutdown(): Promise<void>
}

const noSpan: RequestSpan = { run: work => work(), end: () => {} }

/** Tracing without a collector: nothing is loaded and nothing is recorded. */
export const noTracing: Tracing = {
  tracer: pluginId => trace.getTracer(pluginId),
  startRequestSpan: () => noSpan,
  outgoingHeaders: () => ({}),
  shutdown: async () => {},
}

/** Whether the environment names a collector, in the variables of OpenTelemetry. */
export function isCollectorInEnvironment(environment: NodeJS.ProcessEnv = process.env): boolean {
  return Boolean(environment['OTEL_EXPORTER_OTLP_ENDPOINT'] || environment['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'])
}

/** Sends spans to a collector over OTLP/HTTP. The libraries for it are loaded only now. */
export async function createTracing(loadResource: () => Promise<Resource>, otlp: OtlpOptions): Promise<Tracing> {
  const [resource, { OTLPTraceExporter }, { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider }] =
    await Promise.all([loadResource(), import('@opentelemetry/exporter-trace-otlp-http'), import('@opentelemetry/sdk-trace')])
  const exporter = new OTLPTraceExporter({
    timeoutMillis: 5000,
    ...(otlp.url !== undefined && { url: toTracesUrl(otlp.url) }),
    ...(otlp.headers && { headers: { ...otlp.headers } }),
  })
  const provider = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(otlp.sampleRatio ?? 1) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: 5000 })],
  })
  // One for the process, whoever comes first; it holds no state of ours, so a second server in the process may share it.
  context.setGlobalContextManager(createContextManager())
  const requests = provider.getTracer('core')
  return {
    tracer: pluginId => provider.getTracer(pluginId),
    startRequestSpan: (headers, request) => startRequestSpan(requests, headers, request),
    outgoingHeaders: () => toTraceHeaders(trace.getSpanContext(context.active())),
    shutdown: () => provider.shutdown(),
  }
}

function startRequestSpan(tracer: Tracer, headers: IncomingHttpHeaders, request: RequestMetadata): RequestSpan {
  const parent = fromTraceHeaders(headers)
  const outside = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT
  const span = tracer.startSpan(spanName(request), { kind: SpanKind.SERVER, attributes: attributesOf(request) }, outside)
  const inside = trace.setSpan(outside, span)
  return {
    traceId: span.spanContext().traceId,
    run: work => context.with(inside, work),
    end({ status, error }) {
      span.setAttribute('http.response.status_code', status)
      // Only the name: messages and stacks may hold what must not leave the log, which is redacted.
      if (error !== undefined) span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
      else if (status >= 500) span.setAttribute('error.type', String(status))
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

/** By the semantic conventions: method and route, never the path. */
function spanName({ method, route }: RequestMetadata): string {
  const verb = knownMethods.has(method) ? method : 'HTTP'
  return route === undefined ? verb : `${verb} ${route}`
}

/** What the semantic conventions require of the span of a server, but the query. */
function attributesOf({ method, path, scheme, route, httpVersion }: RequestMetadata): Attributes {
  const isKnown = knownMethods.has(method)
  return {
    'http.request.method': isKnown ? method : '_OTHER',
    ...(!isKnown && { 'http.request.method_original': method }),
    'url.path': hasSecret(route) ? route : path,
    'url.scheme': scheme,
    ...(route !== undefined && { 'http.route': route }),
    'network.protocol.version': httpVersion,
  }
}

/** Whether a part of the path is a secret: whoever reads spans could use it. */
function hasSecret(route: string | undefined): route is string {
  return route !== undefined && /:(token|secret|code|key)\b/i.test(route)
}

function createContextManager(): ContextManager {
  const storage = new AsyncLocalStorage<Context>()
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (inside, work, self, ...args) => storage.run(inside, () => work.apply(self as ThisParameterType<typeof work>, args)),
    bind<T>(inside: Context, target: T): T {
      if (typeof target !== 'function') return target
      return ((...args: unknown[]) => storage.run(inside, () => target(...args) as unknown)) as T
    },
    enable: () => manager,
    disable: () => manager,
  }
  return manager
}

function toTracesUrl(url: string): string {
  const base = url.replace(/\/+$/, '')
  return base.endsWith('/v1/traces') ? base : `${base}/v1/traces`
}
