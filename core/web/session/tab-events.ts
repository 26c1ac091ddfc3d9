/** The session events that tabs of one browser exchange. */
export type TabEvent = 'signed-in' | 'signed-out'

const key = 'portico.session'

/** Notifies the other tabs of this browser, by its storage, and listens to them. */
export function createTabEvents(options: {
  readonly storage: Storage
  readonly onOtherTab: (listener: (key: string | undefined) => void) => void
}) {
  const { storage, onOtherTab } = options
  return {
    announce(event: TabEvent): void {
      // The timestamp makes each event unique: storing the same text twice notifies no tab.
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
