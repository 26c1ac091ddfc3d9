import type { ApiFactory } from './apis/api-ref.ts'
import type { AppComponents } from './app-components.ts'
import type { NamedIcons } from './icons/icon-names.ts'
import type { Language } from './languages/languages.ts'
import type { TranslationLoaders } from './languages/translation.ts'
import type { WebPlugin } from './plugin.ts'
import type { RouteBinding } from './routes/route-bindings.ts'
import type { SignInProvider } from './session/providers.ts'
import type { Theme } from './themes.ts'

/** What an app is made of: its plugins, and what it overrides. */
export interface AppOptions {
  readonly plugins: readonly WebPlugin[]
  /** The sign-in providers, in the order of their cards. */
  readonly signIn?: readonly SignInProvider[] | undefined
  /** Where links between plugins lead; `app.routes.bindings` in the config wins. */
  readonly bindings?: readonly RouteBinding[] | undefined
  /** APIs that override those of plugins and of the portal. */
  readonly apis?: readonly ApiFactory[] | undefined
  /** Default: light and dark. */
  readonly themes?: readonly Theme[] | undefined
  /** Default: English, German, French, Spanish and Japanese. */
  readonly languages?: readonly Language[] | undefined
  /** The language of users who have chosen none. Default `en`. */
  readonly defaultLanguage?: string | undefined
  /** The organisation's own texts, by language. */
  readonly wordings?: TranslationLoaders | undefined
  readonly icons?: NamedIcons | undefined
  /** The app's own parts of the shell. */
  readonly components?: Partial<AppComponents> | undefined
}
