import type { FastifyCorsOptions } from '@fastify/cors'
import type { RateLimitPluginOptions } from '@fastify/rate-limit'
import { AppError, compileGlobs } from '@portico/core/common'
import type { IncomingHttpHeaders } from 'node:http'

/** `backend.cors`: which other origins may call. */
export interface CorsSettings {
  readonly origin?: string | readonly string[] | boolean | undefined
  readonly methods?: string | readonly string[] | undefined
  readonly allowedHeaders?: string | readonly string[] | undefined
  readonly exposedHeaders?: string | readonly string[] | undefined
  readonly credentials?: boolean | undefined
  readonly maxAge?: number | undefined
}

/** `backend.rateLimit`: how often one address may call. */
export interface RateLimitSettings {
  readonly windowMs: number
  readonly limit: number
  /** Addresses that are not counted. */
  readonly ipAllowList: readonly string[]
}

const defaultMethods = ['GET', 'HEAD', 'PUT', 'PATCH', 'POST', 'DELETE']

/** Origins are globs, compared without regard to case. Other origins get no header; the request still runs. */
export function corsOptions(settings: CorsSettings): FastifyCorsOptions {
  const patterns = toList(settings.origin)
  return {
    origin:
      typeof settings.origin === 'boolean'
        ? settings.origin
        : (origin, done) => done(null, origin !== undefined && isAllowedOrigin(origin, patterns)),
    methods: settings.methods === undefined ? defaultMethods : toList(settings.methods),
    ...(settings.allowedHeaders !== undefined && { allowedHeaders: toList(settings.allowedHeaders) }),
    ...(settings.exposedHeaders !== undefined && { exposedHeaders: toList(settings.exposedHeaders) }),
    ...(settings.credentials !== undefined && { credentials: settings.credentials }),
    ...(settings.maxAge !== undefined && { maxAge: settings.maxAge }),
    strictPreflight: false,
  }
}

/** Whether the pages of an origin may call. */
export function mayCall(origin: string, { origin: allowed }: CorsSettings): boolean {
  return typeof allowed === 'boolean' ? allowed : isAllowedOrigin(origin, toList(allowed))
}

/** Whether a page of another origin that may call asks for this: images and stylesheets carry no origin, only the page that they are for. */
export function isFromAllowedPage({ origin, referer }: IncomingHttpHeaders, settings: CorsSettings): boolean {
  const page = origin ?? (referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined)
  return page !== undefined && mayCall(page, settings)
}

export function isAllowedOrigin(origin: string, patterns: readonly string[]): boolean {
  return compileGlobs(patterns.map(pattern => pattern.toLowerCase()))(origin.toLowerCase())
}

export type RateLimit = RateLimitPluginOptions

/** All servers that are made with it count together. */
export async function createRateLimit({ windowMs, limit, ipAllowList }: RateLimitSettings): Promise<RateLimit> {
  const { default: LocalStore } = await import('@fastify/rate-limit/store/LocalStore.js')
  const counts = new LocalStore()
  return {
    store: function Counts() {
      return counts
    } as unknown as NonNullable<RateLimitPluginOptions['store']>,
    max: limit,
    timeWindow: windowMs,
    allowList: [...ipAllowList],
    errorResponseBuilder: (_request, context) =>
      new AppError('TooManyRequestsError', `Too many requests. Try again in ${context.after}`, { code: 'core.too-many-requests' }),
  }
}

function toList(value: string | readonly string[] | boolean | undefined): string[] {
  if (typeof value === 'boolean' || value === undefined) return []
  return typeof value === 'string' ? value.split(',').map(each => each.trim()) : [...value]
}
