import { AppError } from '@portico/core/common'
import type { IncomingMessage } from 'node:http'
import { isIP, type LookupFunction } from 'node:net'
import type { WebSocket } from 'ws'
import { innerAddress, isInnerAddress } from './address-guard.ts'

export interface SocketRequest {
  readonly protocols: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly verifiesCertificate?: boolean | undefined
  /** The certificate authority, as PEM. */
  readonly ca?: string | undefined
  /** How names are resolved where the address is not the operator's own; addresses inside of the network are then refused. */
  readonly lookup?: LookupFunction | undefined
}

const maxPayload = 16 * 2 ** 20
const maxRefusalBytes = 2 ** 16
const refusalTimeoutMs = 5000

/** A WebSocket, open, and paused until somebody reads it. The library is loaded with the first one. */
export async function openSocket(url: URL, request: SocketRequest): Promise<WebSocket> {
  const { protocols, headers, timeoutMs, verifiesCertificate = true, ca, lookup } = request
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // An address needs no lookup, so it is checked here.
  if (lookup && isIP(host) && isInnerAddress(host)) throw innerAddress(host, host)
  const library = await import('ws')
  const address = new URL(url)
  address.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new library.WebSocket(address, [...protocols], {
    headers: { ...headers },
    handshakeTimeout: timeoutMs,
    followRedirects: false,
    maxPayload,
    rejectUnauthorized: verifiesCertificate,
    ...(ca !== undefined && { ca }),
    // The library hands it to the request, but its types do not know it.
    ...(lookup && ({ lookup } as object)),
  })
  return new Promise((resolve, reject) => {
    socket.once('open', () => {
      socket.pause()
      resolve(socket)
    })
    socket.once('unexpected-response', (_request, response) => {
      void saidIn(response).then(said => {
        reject(refused(url, response.statusCode ?? 502, said))
        socket.terminate()
      })
    })
    socket.on('error', cause => reject(cause instanceof AppError ? cause : unreachable(url, cause)))
  })
}

/** Why a host refuses, where it says so: the `message` of its JSON. */
async function saidIn(response: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  const timer = setTimeout(() => response.destroy(), refusalTimeoutMs)
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > maxRefusalBytes) return undefined
    }
    const { message } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { message?: unknown }
    return typeof message === 'string' && message !== '' ? message : undefined
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

function refused({ host }: URL, status: number, said: string | undefined) {
  return new AppError('BadGatewayError', said ?? `${host} answered the WebSocket with status ${status}`, {
    status: status === 401 || status === 403 || status === 404 ? status : 502,
    code: 'core.socket-refused',
  })
}

function unreachable({ host }: URL, cause: NodeJS.ErrnoException) {
  return new AppError('BadGatewayError', `${host} cannot be reached: ${cause.code ?? cause.message}`, {
    status: 502,
    code: 'core.target-unavailable',
    cause,
  })
}
