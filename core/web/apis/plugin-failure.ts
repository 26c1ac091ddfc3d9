/** A plugin from outside whose APIs cannot be made: the portal opens without it. */
export class PluginFailure extends Error {
  readonly plugin: string

  constructor(plugin: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.plugin = plugin
  }
}
