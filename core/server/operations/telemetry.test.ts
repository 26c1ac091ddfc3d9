import { createRecordingLog, silentLog, eventually } from '@portico/core/testing'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTelemetry, type Telemetry, type TelemetryOptions } from './telemetry.ts'
import type { RequestMetadata } from './tracing.ts'

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

async function open(options: Partial<TelemetryOptions> = {}): Promise<Telemetry> {
  const telemetry = await createTelemetry({
    serviceName: 'portico',
    version: '1.2.3',
    instanceId: 'i1',
    prometheus: false,
    log: silentLog,
    ...options,
  })
  cleanUps.push(() => telemetry.shutdown())
  return telemetry
}

interface SentSpan {
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId?: string
  traceState?: string
  status: { code?: number }
  attributes: { key: string; value: Record<string, unknown> }[]
}

/** A collector that stores what it receives, as OTLP/HTTP with JSON. */
async function startCollector() {
  const received: { path: string; headers: IncomingHttpHeaders; resource: object; spans: SentSpan[] }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(body) as { resourceSpans: { resource: object; scopeSpans: { spans: SentSpan[] }[] }[] }
      for (const { resource, scopeSpans } of resourceSpans) {
        received.push({ path: request.url!, headers: request.headers, resource, spans: scopeSpans.flatMap(scope => scope.spans) })
      }
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  cleanUps.push(() => new Promise(resolve => server.close(resolve)))
  const spans = () => new Map(received.flatMap(each => each.spans).map(span => [span.name, span]))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, spans }
}

const request: RequestMetadata = { method: 'GET', path: '/', scheme: 'http', route: undefined, httpVersion: '1.1' }
const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'

describe('metrics', () => {
  it('are written for Prometheus: requests, pool, process and what plugins measure', async () => {
    const telemetry = await open({ prometheus: true })
    telemetry.recordRequest({ method: 'GET', scheme: 'https', route: '/entities/:uid', status: 200, seconds: 0.02, plugin: 'catalog' })
    telemetry.recordRequest({ method: 'BREW', scheme: 'http', status: 503, seconds: 0.02 })
    telemetry.observePool({ totalCount: 5, idleCount: 2, waitingCount: 1, options: { max: 8 } })
    telemetry.meter('catalog').createCounter('catalog.entities.processed').add(3, { kind: 'Component' })
    const text = (await telemetry.prometheusText())!
    expect(text).toContain('target_info{service_name="portico",service_version="1.2.3",service_instance_id="i1"} 1')
    expect(text).toMatch(
      /http_server_request_duration_seconds_bucket\{http_request_method="GET",url_scheme="https",http_response_status_code="200",http_route="\/entities\/:uid",portico_plugin="catalog",[^}]*le="0.025"\} 1\n/,
    )
    expect(text).toMatch(
      /http_server_request_duration_seconds_count\{http_request_method="_OTHER",url_scheme="http",http_response_status_code="503",error_type="503",[^}]*\} 1\n/,
    )
    expect(text).toMatch(/db_client_connections\{db_client_connection_state="idle",[^}]*\} 2\n/)
    expect(text).toMatch(/db_client_connections\{db_client_connection_state="used",[^}]*\} 3\n/)
    expect(text).toMatch(/db_client_connection_pending_requests\{[^}]*\} 1\n/)
    expect(text).toMatch(/catalog_entities_processed_total\{kind="Component",otel_scope_name="catalog"\} 3\n/)
    const names = [
      'process_memory_usage_bytes',
      'v8js_memory_heap_used_bytes',
      'process_cpu_time_seconds_total',
      'nodejs_eventloop_utilization_ratio',
    ]
    for (const name of names) {
      expect(Number(new RegExp(`^${name}\\{[^}]*\\} ([\\d.e-]+)$`, 'm').exec(text)?.[1])).toBeGreaterThanOrEqual(0)
    }
  })

  it('show how long the event loop was kept busy', async () => {
    const telemetry = await open({ prometheus: true })
    await eventually(async () => {
      // A collection begins the measurement.
      await telemetry.prometheusText()
      // Node records the time since the tick before, when its timer is next due: the first busy time only gives it one.
      for (let time = 0; time < 2; time += 1) {
        const until = performance.now() + 120
        while (performance.now() < until);
        for (let turn = 0; turn < 3; turn += 1) await new Promise(resolve => setImmediate(resolve))
      }
      const text = await telemetry.prometheusText()
      expect(Number(/nodejs_eventloop_delay_max_seconds\{[^}]*\} ([\d.]+)/.exec(text!)?.[1])).toBeGreaterThan(0.05)
    })
  })

  it('cost nothing while they are off, and plugins need not know', async () => {
    const telemetry = await open()
    telemetry.meter('catalog').createCounter('x').add(1)
    telemetry.recordRequest({ method: 'GET', scheme: 'http', status: 200, seconds: 1 })
    telemetry.observePool({ totalCount: 0, idleCount: 0, waitingCount: 0, options: {} })
    expect(await telemetry.prometheusText()).toBeUndefined()
  })
})

describe('traces', () => {
  it('go to the collector below the span of the caller, with what happened inside, and on to whom we call', async () => {
    const collector = await startCollector()
    const telemetry = await open({ otlp: { url: `${collector.url}/`, headers: { 'x-tenant': 'portico' } } })
    const span = telemetry.startRequestSpan(
      { traceparent: `00-${traceId}-${spanId}-01`, tracestate: 'vendor=1' },
      { ...request, path: '/api/catalog/entities', route: '/api/catalog/entities', scheme: 'https' },
    )
    const outgoing = await span.run(async () => {
      await new Promise(resolve => setImmediate(resolve))
      return telemetry.tracer('catalog').startActiveSpan('read entities', inner => {
        const headers = telemetry.outgoingHeaders()
        inner.end()
        return headers
      })
    })
    span.end({ status: 503, error: new TypeError('secret text') })
    await telemetry.shutdown()

    const received = collector.spans().get('GET /api/catalog/entities')!
    const inner = collector.spans().get('read entities')!
    expect(span.traceId).toBe(traceId)
    expect(received).toMatchObject({ traceId, parentSpanId: spanId, kind: 2, traceState: 'vendor=1', status: { code: 2 } })
    expect(inner).toMatchObject({ traceId, parentSpanId: received.spanId })
    expect(outgoing).toEqual({ traceparent: `00-${traceId}-${inner.spanId}-01`, tracestate: 'vendor=1' })
    expect(Object.fromEntries(received.attributes.map(({ key, value }) => [key, Object.values(value)[0]]))).toEqual({
      'http.request.method': 'GET',
      'url.path': '/api/catalog/entities',
      'url.scheme': 'https',
      'http.route': '/api/catalog/entities',
      'network.protocol.version': '1.1',
      'http.response.status_code': 503,
      'error.type': 'TypeError',
    })
    expect(collector.received[0]).toMatchObject({
      path: '/v1/traces',
      headers: { 'x-tenant': 'portico', 'content-type': 'application/json' },
    })
    expect(JSON.stringify(collector.received)).toContain('"service.name","value":{"stringValue":"portico"}')
    expect(JSON.stringify(collector.received)).not.toContain('secret text')
  })

  it.each([
    undefined,
    'nonsense',
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `ff-${traceId}-${spanId}-01`,
    `00-${traceId}-${spanId}-01-more`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
  ])('begin anew when the caller sends %j', async traceparent => {
    const collector = await startCollector()
    const telemetry = await open({ otlp: { url: collector.url } })
    telemetry.startRequestSpan(traceparent === undefined ? {} : { traceparent }, request).end({ status: 200 })
    await telemetry.shutdown()
    const span = collector.spans().get('GET')!
    expect(span.parentSpanId || undefined).toBeUndefined()
    expect(span.traceId).not.toBe(traceId)
  })

  it('are not kept where the caller decided so, yet the trace goes on', async () => {
    const collector = await startCollector()
    const telemetry = await open({ otlp: { url: collector.url } })
    const span = telemetry.startRequestSpan({ traceparent: `00-${traceId}-${spanId}-00` }, request)
    expect(span.run(() => telemetry.outgoingHeaders())['traceparent']).toMatch(new RegExp(`^00-${traceId}-[\\da-f]{16}-00$`))
    span.end({ status: 200 })
    await telemetry.shutdown()
    expect(collector.received).toEqual([])
  })

  it('find the collector by the environment too', async () => {
    const collector = await startCollector()
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url)
    vi.stubEnv('OTEL_SERVICE_NAME', 'portal-of-ours')
    const telemetry = await open()
    telemetry.startRequestSpan({}, request).end({ status: 200 })
    await telemetry.shutdown()
    expect(collector.received[0]).toMatchObject({ path: '/v1/traces' })
    expect(JSON.stringify(collector.received[0]!.resource)).toContain('portal-of-ours')
  })

  it('name methods that nobody knows and paths that hold a secret without them', async () => {
    const collector = await startCollector()
    const telemetry = await open({ otlp: { url: collector.url } })
    const fields = { ...request, method: 'BREW', path: '/unsubscribe/s3cret', route: '/unsubscribe/:token' }
    telemetry.startRequestSpan({}, fields).end({ status: 500 })
    await telemetry.shutdown()
    const attributes = collector
      .spans()
      .get('HTTP /unsubscribe/:token')!
      .attributes.map(({ key, value }) => [key, Object.values(value)[0]])
    expect(Object.fromEntries(attributes)).toMatchObject({
      'http.request.method': '_OTHER',
      'http.request.method_original': 'BREW',
      'url.path': '/unsubscribe/:token',
      'error.type': '500',
    })
  })

  it('are not created without a collector', async () => {
    const telemetry = await open()
    const span = telemetry.startRequestSpan({ traceparent: `00-${traceId}-${spanId}-01` }, request)
    expect(span.run(() => telemetry.outgoingHeaders())).toEqual({})
    expect(telemetry.tracer('catalog').startSpan('x').isRecording()).toBe(false)
    span.end({ status: 200 })
  })

  it('that cannot be delivered are a warning, not a failure', async () => {
    const log = createRecordingLog()
    const refused = createServer((_request, response) => void response.writeHead(400).end())
    await new Promise<void>(resolve => refused.listen(0, '127.0.0.1', resolve))
    cleanUps.push(() => new Promise(resolve => refused.close(resolve)))
    const telemetry = await open({ log, otlp: { url: `http://127.0.0.1:${(refused.address() as AddressInfo).port}` } })
    telemetry.startRequestSpan({}, request).end({ status: 200 })
    await telemetry.shutdown()
    expect(log.lines.length).toBeGreaterThan(0)
    expect(new Set(log.lines.map(line => line.level))).toEqual(new Set(['warn']))
  })
})
