/** A typed name for something one plugin offers and others use. */
export interface Service<T> {
  readonly id: string
  /** Never set: it only carries the type. */
  readonly of?: T
  /** Set where a plugin works without it: the service itself. */
  readonly optional?: Service<unknown>
}

/** Functions that answer by a promise, as another process can call them. */
type RemoteMethod<T> = { [K in keyof T]: T[K] extends (...args: never[]) => Promise<unknown> ? K : never }[keyof T] & string

const remoteMethods = new Map<string, readonly string[]>()

/** `remote` are the functions that plugins in a process of their own may call: what they take and return is data. */
export function defineService<T>(id: string, { remote = [] }: { readonly remote?: readonly RemoteMethod<T>[] } = {}): Service<T> {
  if (remote.length > 0) remoteMethods.set(id, remote)
  return { id }
}

/** What a plugin in a process of its own may call of a service. */
export function remoteMethodsOf(id: string): readonly string[] {
  return remoteMethods.get(id) ?? []
}

/** For `uses`: the value is undefined where no plugin provides the service, or the one that does is off or has failed. */
export function optional<T>(service: Service<T>): Service<T | undefined> {
  return { id: service.id, optional: service }
}

export type Services = Readonly<Record<string, Service<any>>>
export type Values<S extends Services> = { [K in keyof S]: S[K] extends Service<infer T> ? T : never }
