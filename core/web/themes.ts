import { createObservable } from './observable.ts'

export type ThemeChoice = 'light' | 'dark' | 'auto'

const storageKey = 'theme'

export interface SystemScheme {
  readonly matches: boolean
  addEventListener(type: 'change', listener: () => void): void
}

/** Which theme is in use: the stored choice where there is one, else what the system prefers. */
export function createThemes({ storage, prefersDark }: { storage: Storage; prefersDark: SystemScheme }) {
  const choice = createObservable<ThemeChoice>(stored(storage))
  const active = createObservable<'light' | 'dark'>(resolve())

  function resolve(): 'light' | 'dark' {
    const chosen = choice.get()
    if (chosen !== 'auto') return chosen
    return prefersDark.matches ? 'dark' : 'light'
  }
  prefersDark.addEventListener('change', () => active.set(resolve()))

  return {
    choice,
    active,
    choose(next: ThemeChoice) {
      if (next === 'auto') storage.removeItem(storageKey)
      else storage.setItem(storageKey, next)
      choice.set(next)
      active.set(resolve())
    },
  }
}

function stored(storage: Storage): ThemeChoice {
  const value = storage.getItem(storageKey)
  return value === 'light' || value === 'dark' ? value : 'auto'
}
