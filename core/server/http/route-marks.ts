declare module 'fastify' {
  /** What hooks and parsers that all routes share need to know of one. */
  interface FastifyContextConfig {
    readonly isSocket?: boolean
    /** See `anyText` of a route's contract. */
    readonly takesAnyText?: boolean
  }
}

export {}
