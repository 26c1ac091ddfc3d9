import type { z } from 'zod'
import type { BasicPermission } from './permission.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

/**
 * Who may call a route. There is no default: every route must declare it.
 *
 * - `public`: anyone, with or without a token
 * - `optional`: anyone; but a token that is sent must be valid
 * - `signed-in`: a user or a service
 * - `user`, `service`: only that kind of caller
 * - `cookie`: as `signed-in`, and also a browser that carries only the portal's cookie
 * - a permission: a signed-in caller to whom the permission is granted
 */
export type Access = 'public' | 'optional' | 'signed-in' | 'user' | 'service' | 'cookie' | { readonly permission: BasicPermission }

export interface RouteSpec {
  readonly access: Access
  /** Guests of an exposed portal are refused: it destroys, reveals secrets, or is for operators. For routes whose permission does not say so. */
  readonly guests?: 'refused'
  /** One line for the OpenAPI document. */
  readonly summary?: string
  /** Unknown query parameters are refused unless the schema is loose. */
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** The JSON of a successful reply; absent for an empty one. */
  readonly reply?: z.ZodType
  /** The status of a successful reply: 200, or 204 where there is no reply. */
  readonly status?: number
  /** A POST that changes nothing: access tokens that may only read may call it. */
  readonly reads?: true
  /** The reply must not be cached, such as one with a token: sent with `cache-control: no-store`, also when it fails. */
  readonly noStore?: true
  /** The maximum size of the body, in bytes; 100 kB by default. */
  readonly bodyLimit?: number
  /** How many values the JSON of the body may hold, on all levels together; 50,000 by default. */
  readonly valueLimit?: number
  /** The body may hold texts that PostgreSQL cannot store (with NUL, or half of a surrogate pair): the route stores JSON, or validates them itself. */
  readonly anyText?: true
  /** Server-sent events: the schema of each event's data. Instead of a reply. */
  readonly events?: Readonly<Record<string, z.ZodType>>
  /** A WebSocket: the messages of either side. Instead of a reply. */
  readonly socket?: { readonly receive: z.ZodType; readonly send: z.ZodType }
  /** The reply is bytes of any kind: a download, a proxied answer. Instead of a reply. */
  readonly raw?: true
  /** The body is passed on as a stream: an upload. Instead of a body. */
  readonly upload?: true
  /** A `raw` reply that may arrive bit by bit, such as a log that is followed: it is not compressed, which would hold back what is not yet a block. */
  readonly streams?: true
  /** The path is below `/.well-known` of the server and not below the plugin: for documents that others look for there. */
  readonly wellKnown?: true
  /** WebSockets at the path of a `raw` GET of the same contract are passed on, frame by frame, to a far end that the handler connects to. */
  readonly tunnel?: true
}

/** A route before its contract is defined. */
export interface RouteDraft<P extends string = string, S extends RouteSpec = RouteSpec> {
  readonly method: Method
  readonly path: P
  readonly spec: S
}

/** One route of a plugin, as a value that both sides import. */
export interface Route<P extends string = string, S extends RouteSpec = RouteSpec> extends RouteDraft<P, S> {
  readonly plugin: string
  readonly name: string
}

export type Contract<D extends Record<string, RouteDraft> = Record<string, RouteDraft>> = {
  readonly [K in keyof D]: Route<D[K]['path'], D[K]['spec']>
}

function draft(method: Method) {
  return <const P extends string, const S extends RouteSpec>(path: P, spec: S): RouteDraft<P, S> => ({ method, path, spec })
}

export const get = draft('GET')
export const post = draft('POST')
export const put = draft('PUT')
export const patch = draft('PATCH')
export const del = draft('DELETE')
export const options = draft('OPTIONS')

/** Declares a plugin's HTTP routes once; the server implements them and the browser calls them. */
export function defineContract<const D extends Record<string, RouteDraft>>(plugin: string, drafts: D): Contract<D> {
  const routes = Object.entries(drafts).map(([name, route]) => [name, { ...route, plugin, name }])
  return Object.fromEntries(routes) as Contract<D>
}

type ParamNames<P extends string> = P extends `${infer Head}/${infer Tail}`
  ? ParamNames<Head> | ParamNames<Tail>
  : P extends `:${infer Name}`
    ? Name
    : P extends '*'
      ? 'rest'
      : never
type Params<P extends string> = [ParamNames<P>] extends [never] ? unknown : { params: { [N in ParamNames<P>]: string } }
type Part<S, K extends string, V> = S extends Record<K, z.ZodType> ? ({} extends V ? { [X in K]?: V } : { [X in K]: V }) : unknown
type Flat<T> = { [K in keyof T]: T[K] }
type In<S, K extends string> = S extends Record<K, infer Z extends z.ZodType> ? z.input<Z> : never
type Out<S, K extends string> = S extends Record<K, infer Z extends z.ZodType> ? z.output<Z> : never

/** What a caller passes. */
export type Input<R extends Route> = Flat<
  Params<R['path']> & Part<R['spec'], 'query', In<R['spec'], 'query'>> & Part<R['spec'], 'body', In<R['spec'], 'body'>>
>
/** What a handler receives: the same, after parsing. */
export type Parsed<R extends Route> = Flat<
  Params<R['path']> &
    (R['spec'] extends { query: z.ZodType } ? { query: Out<R['spec'], 'query'> } : unknown) &
    (R['spec'] extends { body: z.ZodType } ? { body: Out<R['spec'], 'body'> } : unknown)
>
/** What a caller gets back. */
export type Reply<R extends Route> = R['spec'] extends { reply: infer Z extends z.ZodType } ? z.output<Z> : void
export type InputArgs<R extends Route> = {} extends Input<R> ? [input?: Input<R>] : [input: Input<R>]

/** One event of a server-sent stream, with the type of its data. */
export type StreamEvent<R extends Route> = R['spec'] extends { events: infer E extends Record<string, z.ZodType> }
  ? { [K in keyof E & string]: { readonly event: K; readonly data: z.output<E[K]> } }[keyof E & string]
  : never

/** The path below the plugin's base, with `:params` and `*` filled in and the query appended; lists repeat their key. */
export function pathOf(route: Route, input: object = {}): string {
  const { params = {}, query = {} } = input as { params?: Record<string, string>; query?: Record<string, unknown> }
  const path = route.path
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    .replace(/\*$/, () => (params['rest'] ?? '').split('/').map(encodeURIComponent).join('/'))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    for (const item of Array.isArray(value) ? value : [value]) search.append(name, String(item))
  }
  const text = search.toString()
  return text ? `${path}?${text}` : path
}
