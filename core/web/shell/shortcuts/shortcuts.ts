import type { Text } from '@portico/ui'
import { createObservable } from '../../observable.ts'

/** Keys that do something. */
export interface Shortcut {
  /** `mod+k` (Ctrl, or ⌘ on a Mac), `?`, or one after the other: `g h`. */
  readonly keys: string
  readonly label: Text
  readonly group: 'general' | 'pages' | 'here'
  readonly run: () => void
}

/** The part of a keyboard event that is used. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'target' | 'isComposing'>

const storageKey = 'keyboardShortcuts'
const sequenceMs = 1000

/** The active shortcuts. Those without a modifier can be turned off, and never fire while someone types. */
export function createShortcuts({ storage, isMac = false }: { storage: Storage; isMac?: boolean }) {
  const all = createObservable<readonly Shortcut[]>([])
  const singleKeys = createObservable(storage.getItem(storageKey) !== 'off')
  let begun = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  function find(press: KeyPress): Shortcut | undefined {
    const mod = isMac ? press.metaKey && !press.ctrlKey : press.ctrlKey && !press.metaKey
    if (mod) return all.get().findLast(({ keys }) => keys === `mod+${press.key.toLowerCase()}`)
    if (press.ctrlKey || press.metaKey || press.altKey || !singleKeys.get() || isTyping(press.target)) return undefined
    const keys = begun ? `${begun} ${press.key}` : press.key
    begin(all.get().some(shortcut => shortcut.keys.startsWith(`${keys} `)) ? keys : '')
    return all.get().findLast(shortcut => shortcut.keys === keys)
  }

  function begin(keys: string) {
    clearTimeout(timer)
    begun = keys
    if (keys) timer = setTimeout(() => (begun = ''), sequenceMs)
  }

  return {
    isMac,
    all,
    singleKeys,
    setSingleKeys(on: boolean) {
      if (on) storage.removeItem(storageKey)
      else storage.setItem(storageKey, 'off')
      singleKeys.set(on)
    },
    /** Adds shortcuts until the returned function is called; later ones override earlier ones. */
    add(shortcuts: readonly Shortcut[]): () => void {
      all.set([...all.get(), ...shortcuts])
      return () => all.set(all.get().filter(each => !shortcuts.includes(each)))
    },
    /** Runs the shortcut of the keys; true when there was one. */
    press(press: KeyPress): boolean {
      if (press.isComposing) return false
      const found = find(press)
      found?.run()
      return found !== undefined
    },
  }
}

export type Shortcuts = ReturnType<typeof createShortcuts>

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]:not([contenteditable=false])') !== null
}

/** The keys as they stand on the keyboard: `mod+k` as `⌘ K` or `Ctrl K`, `g h` as two keys one after the other. */
export function keyCaps(keys: string, isMac: boolean): string[][] {
  const cap = (key: string) => (key === 'mod' ? (isMac ? '⌘' : 'Ctrl') : key.length === 1 ? key.toUpperCase() : key)
  return keys.split(' ').map(step => (step.length > 1 ? step.split('+').map(cap) : [cap(step)]))
}
