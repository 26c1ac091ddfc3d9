import { createObservable } from '../../observable.ts'

const openDelayMs = 300
// Long enough to cross the corner of another entry on the way into the panel.
const closeDelayMs = 150

/** Which entry of the sidebar has its submenu open. The pointer opens it after a delay, a press at once; one is open at a time. */
export function createSubmenuState() {
  const open = createObservable<string | undefined>(undefined)
  let timer: ReturnType<typeof setTimeout> | undefined

  function later(next: string | undefined, delayMs: number) {
    clearTimeout(timer)
    timer = setTimeout(() => open.set(next), delayMs)
  }

  return {
    open,
    enter(id: string) {
      if (open.get() === id) clearTimeout(timer)
      else later(id, openDelayMs)
    },
    leave: () => later(undefined, closeDelayMs),
    toggle(id: string) {
      clearTimeout(timer)
      open.set(open.get() === id ? undefined : id)
    },
    close() {
      clearTimeout(timer)
      open.set(undefined)
    },
  }
}

export type SubmenuState = ReturnType<typeof createSubmenuState>
