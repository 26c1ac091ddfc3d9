/** A typed name for something one plugin offers and others use. */
export interface Service<T> {
  readonly id: string
  /** Never set: it only carries the type. */
  readonly of?: T
  /** Set on what `optionalService` returns: the service itself. */
  readonly optional?: Service<unknown>
}

export function defineService<T>(id: string): Service<T> {
  return { id }
}

/** For `uses` of a plugin that works without the service as well: undefined where no plugin provides it, or the one that does has failed. */
export function optionalService<T>(service: Service<T>): Service<T | undefined> {
  return { id: service.id, optional: service }
}

export type Services = Readonly<Record<string, Service<any>>>
export type Values<S extends Services> = { [K in keyof S]: S[K] extends Service<infer T> ? T : never }
