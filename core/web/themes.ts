import type { Text } from '@portico/ui'
import { defineApiRef } from './apis/api-ref.ts'
import { shellMessages } from './messages.ts'
import { createObservable, type Observable } from './observable.ts'

/** One look of the portal. */
export interface Theme {
  readonly id: string
  readonly title: Text
  readonly variant: 'light' | 'dark'
  /** Other values for the custom properties of `ui/tokens.css`, such as `--accent-seed`. */
  readonly tokens?: Readonly<Record<`--${string}`, string>>
}

export interface Themes {
  readonly themes: readonly Theme[]
  /** The id of the chosen theme; `auto` when nothing is chosen and the system decides. */
  readonly choice: Observable<string>
  readonly active: Observable<Theme>
  choose(choice: string): void
}

export const themesApiRef = defineApiRef<Themes>({ id: 'core.themes', description: 'How the portal looks' })

/** What comes with the portal. */
export const ownThemes: readonly Theme[] = [
  { id: 'light', title: shellMessages.themeLight, variant: 'light' },
  { id: 'dark', title: shellMessages.themeDark, variant: 'dark' },
]

const storageKey = 'theme'

export interface SystemScheme {
  readonly matches: boolean
  addEventListener(type: 'change', listener: () => void): void
}

/** Which theme is in use: the stored choice where there is one, else what the system prefers, else light, else the first. */
export function createThemes(options: {
  readonly themes: readonly Theme[]
  readonly storage: Storage
  readonly prefersDark: SystemScheme
  readonly onOtherTab: (listener: (key: string | undefined) => void) => void
}): Themes {
  const { themes, storage, prefersDark, onOtherTab } = options
  const [first] = themes
  if (!first) throw new Error('App has no themes')
  const find = (variant: Theme['variant']) => themes.find(theme => theme.variant === variant)
  const stored = () => themes.find(({ id }) => id === storage.getItem(storageKey))?.id ?? 'auto'
  const choice = createObservable(stored())
  const resolve = () =>
    themes.find(({ id }) => id === choice.get()) ?? (prefersDark.matches ? find('dark') : undefined) ?? find('light') ?? first
  const active = createObservable(resolve())
  const apply = (next: string) => {
    choice.set(next)
    active.set(resolve())
  }

  prefersDark.addEventListener('change', () => active.set(resolve()))
  onOtherTab(key => (key === storageKey || key === undefined) && apply(stored()))

  return {
    themes,
    choice,
    active,
    choose(next) {
      if (themes.some(({ id }) => id === next)) storage.setItem(storageKey, next)
      else storage.removeItem(storageKey)
      apply(stored())
    },
  }
}
