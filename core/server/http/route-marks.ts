import type { Principal } from '../host/principal.ts'
import type { OpenConnections } from './open-connections.ts'
import type { RequestSpan } from '../operations/tracing.ts'

declare module 'fastify' {
  /** What hooks find out about a request. As properties: a map by request costs more, most of it in the garbage collector. */
  interface FastifyRequest {
    span?: RequestSpan
    caller?: Principal
    /** Tells the watchdog that the request has been answered. */
    endWork?: () => void
  }
  interface FastifyInstance {
    openConnections: OpenConnections
  }
  /** What hooks and parsers that all routes share need to know of one. */
  interface FastifyContextConfig {
    readonly isSocket?: boolean
    /** Never compressed: it is sent as it comes. */
    readonly isSentAsItIs?: boolean
    /** Its answer may go on for as long as somebody reads it: events, a log that is followed. */
    readonly staysOpen?: boolean
    /** See `anyText` of a route's contract. */
    readonly takesAnyText?: boolean
    /** See `valueLimit` of a route's contract. */
    readonly maxValues?: number | undefined
  }
}
