import type { BatchObservableCallback, Meter, Observable, ObservableCallback } from '@opentelemetry/api'
import { withRegistering, type Registered, type ServiceMethods, type Undo } from './service.ts'

export type Registrations = ReturnType<typeof createRegistrations>

/** Everything that one start of a plugin registers with the portal, so that it can be withdrawn as a whole. */
export function createRegistrations(pluginId: string) {
  const undos = new Set<Undo>()
  let isOpen = true

  function refuseLate(): void {
    if (!isOpen) throw new Error(`The plugin '${pluginId}' has ended: what it registers now has no effect`)
  }

  /** Undone once, by the plugin itself or with all the others. */
  function track<U extends Undo>(undo: U): U {
    const once = () => {
      if (undos.delete(once)) return undo()
    }
    undos.add(once)
    return once as U
  }

  return {
    /** A registration that is withdrawn in another way, or needs not be. It is refused once all is withdrawn. */
    open<A extends readonly any[], R>(register: (...args: A) => R): (...args: A) => R {
      return (...args) => {
        refuseLate()
        return register(...args)
      }
    },
    /** A registration that returns what undoes it. */
    undone<A extends readonly any[], U extends Undo>(register: (...args: A) => U): (...args: A) => U {
      return (...args) => {
        refuseLate()
        return track(register(...args))
      }
    },
    /** A service of another plugin: what is registered with it is withdrawn as well. */
    service<T>(methods: ServiceMethods, value: T): T {
      return withRegistering(methods, value, register => (...args) => {
        refuseLate()
        const registered = register(...args) as Registered | Promise<Registered>
        if (typeof registered === 'function') return track(registered)
        undos.add(async () => undoOf(await registered))
        return registered
      })
    },
    add(undo: Undo): void {
      undos.add(undo)
    },
    /** Undoes all, the last one first. What cannot be undone keeps none of the others. */
    async withdraw(): Promise<void> {
      isOpen = false
      const all = [...undos].toReversed()
      const failures: unknown[] = []
      for (const undo of all) {
        try {
          await undo()
        } catch (error) {
          failures.push(error)
        }
      }
      undos.clear()
      if (failures.length > 0) throw new AggregateError(failures, `Some of what the plugin '${pluginId}' registered could not be withdrawn`)
    },
  }
}

function undoOf(registered: Registered): unknown {
  return typeof registered === 'function' ? registered() : registered.unregister()
}

/** A meter whose callbacks end with the plugin. Counters and histograms only stop counting. */
export function observing(meter: Meter, registrations: Registrations): Meter {
  function withCallbacks<T extends Observable>(instrument: T): T {
    return Object.assign(Object.create(instrument as object) as T, {
      addCallback: registrations.undone((callback: ObservableCallback) => {
        instrument.addCallback(callback)
        return () => instrument.removeCallback(callback)
      }),
    })
  }
  return Object.assign(Object.create(meter) as Meter, {
    createObservableGauge: (...args) => withCallbacks(meter.createObservableGauge(...args)),
    createObservableCounter: (...args) => withCallbacks(meter.createObservableCounter(...args)),
    createObservableUpDownCounter: (...args) => withCallbacks(meter.createObservableUpDownCounter(...args)),
    addBatchObservableCallback: registrations.undone((callback: BatchObservableCallback, observables: Observable[]) => {
      meter.addBatchObservableCallback(callback, observables)
      return () => meter.removeBatchObservableCallback(callback, observables)
    }),
  } satisfies Partial<Meter>)
}
