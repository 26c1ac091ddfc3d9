declare module 'fastify' {
  /** What hooks and parsers that all routes share need to know of one. */
  interface FastifyContextConfig {
    readonly isSocket?: boolean
    /** Never compressed: it is sent as it comes. */
    readonly isSentAsItIs?: boolean
    /** See `anyText` of a route's contract. */
    readonly takesAnyText?: boolean
  }
}

export {}
