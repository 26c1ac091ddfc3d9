/** The state of a server: requests wait while it starts, pass while it is open, and are refused while it stops. */
export type GateState = 'starting' | 'open' | 'stopping'

/** Holds early requests for a few seconds instead of refusing them, and refuses at once when the server stops. */
export function createGate(options: { readonly waitMs?: number } = {}) {
  const { waitMs = 5000 } = options
  let state: GateState = 'starting'
  let isReady = false
  let release: () => void = () => {}
  const opened = new Promise<void>(resolve => void (release = resolve))

  /** True when the request may go on. */
  async function pass(): Promise<boolean> {
    if (state === 'starting') {
      await Promise.race([opened, timeout(waitMs)])
    }
    return state === 'open'
  }

  return {
    get state() {
      return state
    },
    /** Whether load balancers should send requests here: requests that come before are answered too, as soon as the gate is open. */
    get isReady() {
      return isReady && state === 'open'
    },
    open() {
      state = 'open'
      release()
    },
    ready() {
      isReady = true
    },
    close() {
      state = 'stopping'
      release()
    },
    pass,
  }
}

export type Gate = ReturnType<typeof createGate>

function timeout(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms).unref())
}
