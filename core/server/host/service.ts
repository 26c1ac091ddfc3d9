/** A typed name for something one plugin offers and others use. */
export interface Service<T> {
  readonly id: string
  /** Never set: it only carries the type. */
  readonly of?: T
}

export function defineService<T>(id: string): Service<T> {
  return { id }
}

export type Services = Readonly<Record<string, Service<any>>>
export type Values<S extends Services> = { [K in keyof S]: S[K] extends Service<infer T> ? T : never }
