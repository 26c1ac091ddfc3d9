import { defineService } from '@portico/core/server'
import type { Action } from './actions/action.ts'
import type { WaitTopic } from './running/wait-topics.ts'
import type { AutocompleteProvider } from './autocomplete/autocomplete.ts'

/** For plugins that bring actions and suggestions. During setup. */
export interface ScaffolderExtensions {
  addAction(action: Action): void
  addAutocomplete(provider: AutocompleteProvider): void
  /** Lets steps wait for events of a topic, as far as the user may see them. */
  addWaitTopic(topic: WaitTopic): void
}

export const scaffolderExtensions = defineService<ScaffolderExtensions>('scaffolder.extensions')
