/** What tabs of one browser tell each other about the session. */
export type TabEvent = 'signed-in' | 'signed-out'

const key = 'portico.session'

/** Tells the other tabs of this browser, by way of its storage, and hears of what they do. */
export function createTabEvents(options: {
  readonly storage: Storage
  readonly onOtherTab: (listener: (key: string | undefined) => void) => void
}) {
  const { storage, onOtherTab } = options
  return {
    announce(event: TabEvent): void {
      // The moment makes each event another one: storing the same text twice tells nobody.
      storage.setItem(key, `${event} ${Date.now()} ${Math.random()}`)
    },
    subscribe(listener: (event: TabEvent) => void): void {
      onOtherTab(changed => {
        if (changed !== key) return
        const [event] = (storage.getItem(key) ?? '').split(' ')
        if (event === 'signed-in' || event === 'signed-out') listener(event)
      })
    },
  }
}

export type TabEvents = ReturnType<typeof createTabEvents>
