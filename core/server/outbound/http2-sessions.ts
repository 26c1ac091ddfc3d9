import { once } from 'node:events'
import { connect as connectHttp2, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2'
import { isIP, type LookupFunction } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'

interface SessionOptions {
  readonly verifiesCertificate: boolean
  readonly ca?: string | undefined
  readonly lookup?: LookupFunction | undefined
}

/** The sessions of one host. */
interface Host {
  readonly open: Map<ClientHttp2Session, number>
  connecting?: Promise<ClientHttp2Session | undefined> | undefined
  /** Until then it is not asked again whether it speaks HTTP/2. */
  plainUntil: number
}

/** As Kubernetes has it by default; what a host allows less is heeded. */
const maxStreams = 100
const streamWindow = 2 ** 18
const connectTimeoutMs = 30_000
const idleMs = 60_000
// A connection that a firewall has dropped in silence would hold all of its streams.
const pingEveryMs = 30_000
const pongTimeoutMs = 15_000
const plainForMs = 10 * 60_000
const maxAttempts = 20

/** HTTP/2 connections to hosts that offer it by TLS: many requests, and answers that go on, share one. */
export function createHttp2Sessions({ verifiesCertificate, ca, lookup }: SessionOptions) {
  const hosts = new Map<string, Host>()
  let isClosed = false

  async function connect({ origin, hostname, port }: URL, host: Host): Promise<ClientHttp2Session | undefined> {
    const name = hostname.replace(/^\[|\]$/g, '')
    const socket = connectTls({
      host: name,
      port: Number(port || 443),
      ALPNProtocols: ['h2', 'http/1.1'],
      rejectUnauthorized: verifiesCertificate,
      ...(ca !== undefined && { ca }),
      ...(lookup && { lookup }),
      ...(!isIP(name) && { servername: name }),
    })
    const timer = setTimeout(() => socket.destroy(Object.assign(new Error('no connection'), { code: 'ETIMEDOUT' })), connectTimeoutMs)
    try {
      await once(socket, 'secureConnect')
      if (socket.alpnProtocol !== 'h2') {
        socket.destroy()
        host.plainUntil = Date.now() + plainForMs
        return undefined
      }
      return await begin(origin, socket, host)
    } finally {
      clearTimeout(timer)
    }
  }

  async function begin(origin: string, socket: TLSSocket, host: Host): Promise<ClientHttp2Session> {
    const session = connectHttp2(origin, {
      createConnection: () => socket,
      settings: { initialWindowSize: streamWindow, enablePush: false },
    })
    // What its streams do with it is told to those who read them.
    session.on('error', () => {})
    // How many streams it may have is in there.
    await Promise.race([once(session, 'remoteSettings'), once(session, 'close').then(() => Promise.reject(closedEarly()))])
    // Streams that nobody reads for a while do not hold up the others.
    session.setLocalWindowSize(maxStreams * streamWindow)
    if (isClosed) session.destroy()
    host.open.set(session, 0)
    const pings = setInterval(() => ping(session), pingEveryMs).unref()
    session.on('close', () => {
      clearInterval(pings)
      host.open.delete(session)
    })
    return session
  }

  function hasRoom([session, streams]: [ClientHttp2Session, number]): boolean {
    const limit = Math.max(1, Math.min(session.remoteSettings.maxConcurrentStreams ?? maxStreams, maxStreams))
    return !session.closed && !session.destroyed && streams < limit
  }

  function count(host: Host, session: ClientHttp2Session, stream: ClientHttp2Stream): void {
    host.open.set(session, (host.open.get(session) ?? 0) + 1)
    stream.once('close', () => {
      const left = (host.open.get(session) ?? 1) - 1
      if (!host.open.has(session)) return
      host.open.set(session, left)
      if (left === 0) setTimeout(() => host.open.get(session) === 0 && session.close(), idleMs).unref()
    })
  }

  return {
    /** A stream to a host; undefined where it speaks HTTP/1.1 only. */
    async request(
      url: URL,
      headers: Readonly<Record<string, string | string[]>>,
      options: { readonly endStream: boolean; readonly signal?: AbortSignal | undefined },
    ): Promise<ClientHttp2Stream | undefined> {
      const host: Host = hosts.get(url.origin) ?? { open: new Map(), plainUntil: 0 }
      hosts.set(url.origin, host)
      // Each time others may have taken all the room of a new connection.
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        if (isClosed || host.plainUntil > Date.now()) return undefined
        const [session] = [...host.open].find(hasRoom) ?? []
        if (session) {
          const { signal, endStream } = options
          const stream = session.request(headers, { endStream, ...(signal && { signal }) })
          count(host, session, stream)
          return stream
        }
        host.connecting ??= connect(url, host).finally(() => (host.connecting = undefined))
        await (options.signal ? Promise.race([host.connecting, abortOf(options.signal)]) : host.connecting)
      }
      throw closedEarly()
    },
    close(): void {
      isClosed = true
      for (const { open } of hosts.values()) for (const session of open.keys()) session.destroy()
      hosts.clear()
    },
  }
}

/** Others may wait for the same connection, so only this one stops waiting. */
function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(signal.reason as Error)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}

function closedEarly(): Error {
  return Object.assign(new Error('closed'), { code: 'ECONNRESET' })
}

function ping(session: ClientHttp2Session): void {
  if (session.destroyed) return
  const timer = setTimeout(() => session.destroy(), pongTimeoutMs).unref()
  try {
    session.ping(() => clearTimeout(timer))
  } catch {
    // It is being closed, or has pings enough under way.
    clearTimeout(timer)
  }
}
