import { createObservable, type Signals, type SignalState } from '@portico/core/web'

/** Signals whose code is loaded after the first subscription, when the first page is painted. */
export function createLazySignals(load: () => Promise<Signals>): Signals {
  const state = createObservable<SignalState>('closed')
  let loading: Promise<Signals> | undefined

  async function start(): Promise<Signals> {
    const live = await load()
    const follow = () => state.set(live.state.get())
    live.state.subscribe(follow)
    follow()
    return live
  }

  return {
    state,
    subscribe(channel, listener) {
      let isOver = false
      let end = () => {}
      loading ??= start()
      loading.then(
        live => {
          if (!isOver) end = live.subscribe(channel, listener)
        },
        // A chunk that is gone: the portal says that there is a new version.
        () => void (loading = undefined),
      )
      return () => {
        isOver = true
        end()
      }
    },
  }
}

const latestMs = 2000

/** When the browser has nothing more important to do. */
export function whenIdle(): Promise<void> {
  return new Promise(resolve => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: latestMs })
    else setTimeout(resolve, latestMs)
  })
}
