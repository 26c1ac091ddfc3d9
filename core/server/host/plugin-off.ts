import { notFoundError, unavailableError } from '@portico/core/common'

/** What keeps a plugin from running, other than an error of its code. Anybody may know it. */
const causes = {
  config: 'its config has a mistake',
  database: 'its tables could not be brought up to date',
  dependency: 'another plugin that it needs is off',
}

/** Why a plugin does not run, where its code is not to blame: told in words, without a stack. */
export class PluginOff extends Error {
  override readonly name = 'PluginOff'
  readonly reason: keyof typeof causes

  constructor(reason: keyof typeof causes, message: string) {
    super(message)
    this.reason = reason
  }
}

/**
 * The answer of routes of a plugin that is off. What exactly is wrong may hold what anonymous callers should not read, such as a part of the config:
 * it is told on the System page and in the log, and to callers only of a portal that nobody but this machine can reach.
 */
export function pluginFailed(id: string, error: unknown, options: { readonly isExposed: boolean }) {
  const cause = error instanceof PluginOff ? causes[error.reason] : 'it failed to start'
  const why = options.isExposed ? cause : `${cause}: ${error instanceof Error ? error.message : String(error)}`
  return unavailableError(
    `The plugin '${id}' is off, because ${why}${/[.!?]$/.test(why) ? '' : '.'} The System page and the server's log say more`,
    {
      code: 'core.plugin-failed',
    },
  )
}

/** The answer of routes of a plugin that was taken away while a page of it may be open. */
export function pluginRemoved(id: string) {
  return notFoundError(`The plugin '${id}' was switched off or removed from this portal. Load the page anew`, {
    code: 'core.plugin-removed',
  })
}
