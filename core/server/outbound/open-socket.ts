import { AppError } from '@portico/core/common'
import type { WebSocket } from 'ws'

export interface SocketRequest {
  readonly protocols: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly verifiesCertificate?: boolean | undefined
  /** The certificate authority, as PEM. */
  readonly ca?: string | undefined
}

const maxPayload = 16 * 2 ** 20

/** A WebSocket to a host that the operator has named; open, and paused until somebody reads it. The library is loaded with the first one. */
export async function openSocket(url: URL, request: SocketRequest): Promise<WebSocket> {
  const { protocols, headers, timeoutMs, verifiesCertificate = true, ca } = request
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
  })
  return new Promise((resolve, reject) => {
    socket.once('open', () => {
      socket.pause()
      resolve(socket)
    })
    socket.once('unexpected-response', (_request, response) => {
      response.resume()
      reject(refused(url, response.statusCode ?? 502))
      socket.terminate()
    })
    socket.on('error', cause => reject(unreachable(url, cause)))
  })
}

function refused({ host }: URL, status: number) {
  return new AppError('BadGatewayError', `${host} answered the WebSocket with status ${status}`, {
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
