import type { Attributes, Meter } from '@opentelemetry/api'

/** What is measured of one answered request. */
export interface RequestMeasure {
  readonly method: string
  /** The pattern of the route (`/entities/by-uid/:uid`), never the path: each path would become a time series of its own. */
  readonly route?: string
  readonly status: number
  readonly seconds: number
  /** `http` or `https`, as the client sees it. */
  readonly scheme: string
  readonly plugin?: string
}

/** What pg's pool says about itself. */
export interface ObservablePool {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
  readonly options: { readonly max?: number }
}

/** Methods that telemetry names; any other could be made up by callers, without end. */
export const knownMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

/** The histogram of answered requests. Returns the function that adds one. */
export function measureRequests(meter: Meter): (measure: RequestMeasure) => void {
  const duration = meter.createHistogram('http.server.request.duration', {
    unit: 's',
    description: 'Duration of HTTP requests',
    advice: { explicitBucketBoundaries: boundaries },
  })
  return ({ method, route, status, seconds, scheme, plugin }) => {
    const attributes: Attributes = {
      'http.request.method': knownMethods.has(method) ? method : '_OTHER',
      'url.scheme': scheme,
      'http.response.status_code': status,
    }
    if (route !== undefined) attributes['http.route'] = route
    if (status >= 500) attributes['error.type'] = String(status)
    if (plugin !== undefined) attributes['portico.plugin'] = plugin
    duration.record(seconds, attributes)
  }
}

/** Observes a connection pool whenever metrics are collected. */
export function observePool(meter: Meter, pool: ObservablePool): void {
  const count = meter.createObservableUpDownCounter('db.client.connections', {
    // The convention calls it `db.client.connection.count`, which Prometheus keeps for histograms.
    unit: '{connection}',
    description: 'Database connections by state',
  })
  const max = meter.createObservableUpDownCounter('db.client.connection.max', {
    unit: '{connection}',
    description: 'Maximum number of connections of the pool',
  })
  const waiting = meter.createObservableUpDownCounter('db.client.connection.pending_requests', {
    unit: '{request}',
    description: 'Callers that wait for a connection',
  })
  meter.addBatchObservableCallback(
    result => {
      result.observe(count, pool.idleCount, { 'db.client.connection.state': 'idle' })
      result.observe(count, pool.totalCount - pool.idleCount, { 'db.client.connection.state': 'used' })
      result.observe(max, pool.options.max ?? 10)
      result.observe(waiting, pool.waitingCount)
    },
    [count, max, waiting],
  )
}
