/** A typed name for something one plugin offers and others use. */
export interface Service<T> {
  readonly id: string
  /** Never set: it only carries the type. */
  readonly of?: T
  /** Set where a plugin works without it: the service itself. */
  readonly optional?: Service<unknown>
}

export function defineService<T>(id: string): Service<T> {
  return { id }
}

/** For `uses`: the value is undefined where no plugin provides the service, or the one that does is off or has failed. */
export function optional<T>(service: Service<T>): Service<T | undefined> {
  return { id: service.id, optional: service }
}

export type Services = Readonly<Record<string, Service<any>>>
export type Values<S extends Services> = { [K in keyof S]: S[K] extends Service<infer T> ? T : never }
