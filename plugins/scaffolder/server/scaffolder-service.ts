import { defineService } from '@portico/core/server'
import type { Action } from './actions/action.ts'
import type { WaitTopic } from './running/wait-topics.ts'
import type { AutocompleteProvider } from './autocomplete/autocomplete.ts'

/** For plugins that bring actions and suggestions. Each returns the function that takes it away. */
export interface ScaffolderExtensions {
  addAction(action: Action): () => void
  addAutocomplete(provider: AutocompleteProvider): () => void
  /** Lets steps wait for events of a topic, as far as the user may see them. */
  addWaitTopic(topic: WaitTopic): () => void
}

/** A run that a plugin starts for a user. */
export interface RunForUser {
  /** A UUID. A run with this id is started once, however often it is asked for. */
  readonly id: string
  readonly templateRef: string
  readonly values: Record<string, unknown>
  readonly secrets?: Readonly<Record<string, string>>
  /** Who has started it, for everybody who looks. Its steps have the rights of the plugin. */
  readonly user: string
}

/** For plugins that start runs. It does not check permissions: plugins that do so for users must. */
export interface ScaffolderRuns {
  /** `plugin` is who asks, as `plugin:<id>`. Values that do not fit the template are an InputError. */
  start(run: RunForUser, options: { readonly plugin: string }): Promise<void>
}

export const scaffolderRuns = defineService<ScaffolderRuns>('scaffolder.runs')

export const scaffolderExtensions = defineService<ScaffolderExtensions>('scaffolder.extensions', {
  registers: ['addAction', 'addAutocomplete', 'addWaitTopic'],
})
