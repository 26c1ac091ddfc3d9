import { createNoopMeter, diag, DiagLogLevel, type Meter } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import type { Logger } from './log.ts'
import { observeProcess } from './process-metrics.ts'
import { withPrometheusNames } from './prometheus-names.ts'
import { measureRequests, type ObservablePool, observePool, type RequestMeasure } from './server-metrics.ts'
import { createTracing, isCollectorInEnvironment, noTracing, type OtlpOptions, type Tracing } from './tracing.ts'

export interface TelemetryOptions {
  readonly serviceName: string
  readonly version: string
  readonly instanceId: string
  /** Whether metrics are kept for `prometheusText`. */
  readonly prometheus: boolean
  /** Where spans go. Nowhere when neither this nor an `OTEL_EXPORTER_OTLP_*` variable names a collector. */
  readonly otlp?: OtlpOptions
  readonly log: Logger
}

/**
 * Metrics and traces, by OpenTelemetry. Beside what plugins measure there are always:
 *
 * - `http.server.request.duration` by method, scheme, route, status and plugin
 * - `db.client.connections` by state, `db.client.connection.max`, `.pending_requests`
 * - `process.memory.usage`, `process.cpu.time` by mode, `process.uptime`
 * - `v8js.memory.heap.used`, `.limit`, `portico.memory.external`
 * - `nodejs.eventloop.delay.mean`, `.p50`, `.p99`, `.max`, `nodejs.eventloop.utilization`
 *
 * These are names of OpenTelemetry; `prometheus-names.ts` writes them for Prometheus.
 */
export interface Telemetry extends Tracing {
  meter(pluginId: string): Meter
  recordRequest(measure: RequestMeasure): void
  observePool(pool: ObservablePool): void
  /** Delivers what is left. Never throws: an unavailable collector must not fail a shutdown. */
  shutdown(): Promise<void>
  /** Everything measured, in the text format of Prometheus; undefined when that is off. */
  prometheusText(): Promise<string | undefined>
}

interface Metrics {
  meter(pluginId: string): Meter
  text(): Promise<string | undefined>
  shutdown(): Promise<void>
}

/** Creates the server's telemetry; what is not asked for is not loaded. */
export async function createTelemetry(options: TelemetryOptions): Promise<Telemetry> {
  const collected = options.otlp?.url !== undefined || isCollectorInEnvironment()
  if (options.prometheus || collected) sendDiagnosticsTo(options.log)
  const resource = createResource(options)
  const [metrics, tracing] = await Promise.all([
    options.prometheus ? createMetrics(resource) : noMetrics(),
    collected ? createTracing(resource, options.otlp ?? {}) : noTracing,
  ])
  const meter = metrics.meter('core')
  const stopObserving = options.prometheus ? observeProcess(meter) : () => {}
  return {
    ...tracing,
    meter: pluginId => metrics.meter(pluginId),
    recordRequest: measureRequests(meter),
    observePool: pool => observePool(meter, pool),
    prometheusText: () => metrics.text(),
    async shutdown() {
      stopObserving()
      const results = await Promise.allSettled([metrics.shutdown(), tracing.shutdown()])
      for (const { reason } of results.filter(result => result.status === 'rejected')) {
        options.log.warn({ error: reason as unknown }, 'the last telemetry could not be delivered')
      }
    },
  }
}

/** The resource attributes of every metric and span. Loaded lazily. */
function createResource({ serviceName, version, instanceId }: TelemetryOptions): () => Promise<Resource> {
  const own = { 'service.name': serviceName, 'service.version': version, 'service.instance.id': instanceId }
  return async () => {
    const { detectResources, envDetector, resourceFromAttributes } = await import('@opentelemetry/resources')
    // `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` take precedence.
    return resourceFromAttributes(own).merge(detectResources({ detectors: [envDetector] }))
  }
}

function noMetrics(): Metrics {
  const meter = createNoopMeter()
  return { meter: () => meter, text: async () => undefined, shutdown: async () => {} }
}

async function createMetrics(loadResource: () => Promise<Resource>): Promise<Metrics> {
  const [resource, { MeterProvider }, { PrometheusExporter, PrometheusSerializer }] = await Promise.all([
    loadResource(),
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/exporter-prometheus'),
  ])
  const reader = new PrometheusExporter({ preventServerStart: true })
  const provider = new MeterProvider({ resource, readers: [reader] })
  const serializer = new PrometheusSerializer()
  return {
    meter: pluginId => provider.getMeter(pluginId),
    text: async () => serializer.serialize(withPrometheusNames((await reader.collect()).resourceMetrics)),
    shutdown: () => provider.shutdown(),
  }
}

/** OpenTelemetry's own warnings. An unavailable collector causes one every few seconds; once a minute is enough. */
function sendDiagnosticsTo(log: Logger): void {
  let silentUntil = 0
  const complain = (message: string) => {
    if (Date.now() < silentUntil) return
    silentUntil = Date.now() + 60_000
    log.warn({ telemetry: message }, 'telemetry has a problem')
  }
  const quiet = () => {}
  const logger = { error: complain, warn: complain, info: quiet, debug: quiet, verbose: quiet }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
}
