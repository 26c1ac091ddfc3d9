import {
  bytes,
  refuseExposedGuest,
  type Answer,
  type Audit,
  type CoreTelemetry,
  type Principal,
  type RequestMetadata,
} from '@portico/core/server'
import { createStreamRequest, limitBytes, passOn, type StreamAnswer } from '@portico/core/server/outbound'
import { maxRequestBytes } from '@portico/proxy/common'
import { Readable } from 'node:stream'
import { leavesItsFolder, type Endpoint, type Endpoints } from './endpoints.ts'
import { credentialsNeeded, invalidPath, requestTooLarge } from './errors.ts'
import { answerHeaders, requestHeaders } from './headers.ts'
import type { Guards } from './proxy-service.ts'

export interface ForwardedCall {
  readonly caller: Principal
  readonly request: RequestMetadata
  readonly signal: AbortSignal
  readonly stream?: unknown
}

interface ForwardingDependencies {
  /** Those of the config as it is now. */
  readonly endpoints: () => Endpoints
  readonly audit: Audit
  readonly meter: CoreTelemetry['meter']
  readonly isAuthenticationEnabled: boolean
  readonly guards: Pick<Guards, 'check'>
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])
const shortBytes = 2 ** 20
/** An endpoint that needs no credentials can be called at will. */
const collapseMs = 60_000

export type Forwarding = ReturnType<typeof createForwarding>

/** Forwards requests to the endpoints of the config, streamed in both directions. */
export function createForwarding({ endpoints, audit, meter, isAuthenticationEnabled, guards }: ForwardingDependencies) {
  const clients = { verifying: createStreamRequest(), trusting: createStreamRequest({ verifiesCertificate: false }) }
  const duration = meter.createHistogram('portico.proxy.request.duration', {
    unit: 's',
    description: 'Time until the target of an endpoint answers',
    advice: { explicitBucketBoundaries: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] },
  })

  function needsCaller({ credentials }: Endpoint): boolean {
    return isAuthenticationEnabled && credentials !== 'dangerously-allow-unauthenticated'
  }

  async function send(endpoint: Endpoint, url: URL, { request, signal, stream }: ForwardedCall): Promise<StreamAnswer> {
    // A body that announces no length is counted.
    const body = stream instanceof Readable ? limitBytes(stream, maxRequestBytes, requestTooLarge) : undefined
    const client = endpoint.verifiesCertificate ? clients.verifying : clients.trusting
    const headers = requestHeaders(request.headers, endpoint, body !== undefined)
    return client.send(url, { method: request.method, headers, body, idleTimeoutMs: endpoint.idleTimeoutMs, signal })
  }

  async function record(endpoint: Endpoint, { caller, request }: ForwardedCall, status: number | undefined): Promise<void> {
    if (reading.has(request.method)) return
    await audit.record({
      caller,
      action: 'proxy.request.forward',
      subject: endpoint.path,
      result: status !== undefined && status < 400 ? 'success' : 'failure',
      // Without the query, which may hold a secret.
      details: { method: request.method, path: request.url.split('?', 1)[0], status },
      requestId: request.id,
      ...(caller.type === 'none' && { collapseMs }),
    })
  }

  return {
    /** Asks an endpoint from the server itself. */
    async get(url: string, { signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<StreamAnswer | undefined> {
      if (leavesItsFolder(url)) throw invalidPath()
      const match = endpoints().match(url)
      if (!match) return undefined
      const { endpoint } = match
      const client = endpoint.verifiesCertificate ? clients.verifying : clients.trusting
      const headers = requestHeaders({ accept: 'application/json' }, endpoint, false)
      return client.send(match.url, { method: 'GET', headers, idleTimeoutMs: endpoint.idleTimeoutMs, signal })
    },
    async forward(call: ForwardedCall): Promise<Answer> {
      const { caller, request } = call
      if (leavesItsFolder(request.url)) throw invalidPath()
      const match = endpoints().match(request.url)
      if (!match) return bytes('', { status: 404 })
      if (match.endpoint.methods && !match.endpoint.methods.has(request.method)) return bytes('', { status: 404 })
      const { endpoint, url } = match
      if (caller.type === 'none' && needsCaller(endpoint)) throw credentialsNeeded()
      if (Number(request.headers['content-length'] ?? 0) > maxRequestBytes) throw requestTooLarge(maxRequestBytes)
      // An endpoint that everyone may call has no caller to ask about.
      if (needsCaller(endpoint) && !reading.has(request.method)) refuseExposedGuest(caller)
      if (needsCaller(endpoint)) await guards.check(caller, request.method, request.url)
      const start = performance.now()
      let status: number | undefined
      try {
        const answer = await send(endpoint, url, call)
        status = answer.status
        return bytes(isShort(answer) ? answer.body : passOn(answer.body), { status, headers: answerHeaders(answer.headers, endpoint) })
      } finally {
        const attributes = { endpoint: endpoint.path, method: request.method, status: status ?? 'failed' }
        duration.record((performance.now() - start) / 1000, attributes)
        await record(endpoint, call, status)
      }
    },
    close() {
      clients.verifying.close()
      clients.trusting.close()
    },
  }
}

function isShort({ headers }: StreamAnswer): boolean {
  return Number(headers['content-length'] ?? Infinity) <= shortBytes
}
