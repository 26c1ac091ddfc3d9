/** A typed name for something one plugin offers and others use. */
export interface Service<T> extends ServiceMethods {
  readonly id: string
  /** Never set: it only carries the type. */
  readonly of?: T
  /** Set where a plugin works without it: the service itself. */
  readonly optional?: Service<unknown>
  /** Set where a plugin in a process of its own uses it: it gets the functions in `remote` of whoever provides it. */
  readonly isRemote?: boolean
}

export interface ServiceMethods {
  readonly remote?: readonly string[]
  readonly registers?: readonly string[]
}

/** Ends a registration. */
export type Undo = () => unknown

/** What a function that registers something returns. */
export type Registered = Undo | { readonly unregister: Undo }

/** Functions that answer by a promise, as another process can call them. */
type RemoteMethod<T> = MethodReturning<T, Promise<unknown>>

type MethodReturning<T, R> = { [K in keyof T]: T[K] extends (...args: never[]) => R ? K : never }[keyof T] & string

interface ServiceOptions<T> {
  /** The functions that plugins in a process of their own may call: what they take and return is data. */
  readonly remote?: readonly RemoteMethod<T>[]
  /** The functions that register something. What they return undoes it, which the host does when the plugin that called them ends. */
  readonly registers?: readonly MethodReturning<T, Registered | Promise<Registered>>[]
}

/** Names a service. Define it once, and import it where it is used. */
export function defineService<T>(id: string, methods: ServiceOptions<T> = {}): Service<T> {
  return { id, ...methods }
}

/** For `uses`: the value is undefined where no plugin provides the service, or the one that does is off or has failed. */
export function optional<T>(service: Service<T>): Service<T | undefined> {
  return { id: service.id, optional: service }
}

type Functions = Readonly<Record<string, (...args: unknown[]) => unknown>>

/** What a plugin in a process of its own may call of a service. */
export function remoteFunctions({ remote = [] }: ServiceMethods, value: unknown): Functions {
  return Object.fromEntries(remote.map(name => [name, (...args: unknown[]) => (value as Functions)[name]!(...args)]))
}

/** The same service, with functions that register something replaced. */
export function withRegistering<T>(
  { registers = [] }: ServiceMethods,
  value: T,
  replace: (register: Functions[string]) => Functions[string],
): T {
  if (registers.length === 0) return value
  const replaced = registers.map(name => [name, replace((...args) => (value as Functions)[name]!(...args))])
  return Object.assign(Object.create(value as object), Object.fromEntries(replaced)) as T
}

export type Services = Readonly<Record<string, Service<any>>>
export type Values<S extends Services> = { [K in keyof S]: S[K] extends Service<infer T> ? T : never }
