import { useSyncExternalStore } from 'react'

/** A value that notifies subscribers of changes. */
export interface Observable<T> {
  get(): T
  subscribe(listener: () => void): () => void
}

export function createObservable<T>(initial: T) {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next: T) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** Settles once something holds for the value of an observable. */
export function until<T>(observable: Observable<T>, holds: (value: T) => boolean): Promise<void> {
  return new Promise(resolve => {
    const look = () => {
      if (!holds(observable.get())) return
      end()
      resolve()
    }
    const end = observable.subscribe(look)
    look()
  })
}

/** The value of an observable, rendered again when it changes. */
export function useObservable<T>(observable: Observable<T>): T {
  return useSyncExternalStore(observable.subscribe, observable.get)
}
