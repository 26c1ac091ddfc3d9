import { Socket } from 'node:net'

/** What begins each message of PostgreSQL: its kind, and its length without that byte. */
const headerBytes = 5
const lengthAt = 1
const copyData = 'd'.charCodeAt(0)

/** All sockets read into this, one after the other: what was read is dealt with before anything else can happen. */
const arrived = Buffer.allocUnsafeSlow(256 * 1024)

/** Takes the payload of one message, whose bytes are valid during the call only. */
export type CopySink = (payload: Buffer) => void

const sinks = new WeakMap<object, CopySink>()

/** Where the rows of a copy go that is read through a socket of `createCopySocket`; undefined when it has ended. */
export function setCopySink(socket: object, sink: CopySink | undefined): void {
  if (sink) sinks.set(socket, sink)
  else sinks.delete(socket)
}

interface Splitting {
  /** Gets what is not for the sink; valid during the call only. */
  readonly pass: (bytes: Buffer) => void
  readonly sink: () => CopySink | undefined
}

/** Splits what comes from PostgreSQL, in pieces of any length, into rows of a copy and everything else. */
export function createCopySplitter({ pass, sink }: Splitting): (chunk: Buffer) => void {
  const header = Buffer.alloc(headerBytes)
  /** How much of a header has come whose rest has not. */
  let headerLength = 0
  /** What is still to come of the current message. */
  let remaining = 0
  /** The payload for the sink, as far as it has come. */
  let payload: Buffer | undefined
  let payloadLength = 0
  let isForSink = false

  /** Part of the current message: of one for the sink nothing is passed on. */
  function take(bytes: Buffer): void {
    remaining -= bytes.length
    if (!isForSink) return
    if (remaining === 0 && payloadLength === 0) return sink()?.(bytes)
    if (payloadLength === 0 && (payload?.length ?? 0) < bytes.length + remaining) payload = Buffer.allocUnsafeSlow(bytes.length + remaining)
    payloadLength += bytes.copy(payload!, payloadLength)
    if (remaining > 0) return
    const whole = payload!.subarray(0, payloadLength)
    payloadLength = 0
    sink()?.(whole)
  }

  return chunk => {
    // Where the bytes begin that have not been passed on yet.
    let start = 0
    for (let at = 0; at < chunk.length;) {
      if (remaining > 0) {
        const end = Math.min(at + remaining, chunk.length)
        take(chunk.subarray(at, end))
        at = end
        if (isForSink) start = end
        continue
      }
      const begins = at
      const isContinued = headerLength > 0
      at += chunk.copy(header, headerLength, at, at + headerBytes - headerLength)
      headerLength += at - begins
      if (headerLength < headerBytes) {
        // Held back until it is known for whom it is.
        pass(chunk.subarray(start, begins))
        return
      }
      headerLength = 0
      remaining = header.readInt32BE(lengthAt) - (headerBytes - lengthAt)
      isForSink = header[0] === copyData && sink() !== undefined
      if (isForSink) {
        pass(chunk.subarray(start, begins))
        start = at
      } else if (isContinued) {
        pass(header)
        start = at
      }
    }
    pass(chunk.subarray(start))
  }
}

/**
 * A socket for pg that hands the rows of a copy over without taking memory for them. Node takes a new buffer for each read, the parser of pg
 * another one; reading megabytes in that way makes the garbage collector go through the whole heap every few of them, which costs more than
 * reading. Everything else reaches pg as it comes.
 */
export function createCopySocket(): Socket {
  const split = createCopySplitter({
    pass: bytes => bytes.length > 0 && socket.emit('data', Buffer.from(bytes)),
    sink: () => sinks.get(socket),
  })
  const socket: Socket = new Socket({
    onread: {
      buffer: arrived,
      callback(length) {
        split(arrived.subarray(0, length))
        return true
      },
    },
  })
  return socket
}
