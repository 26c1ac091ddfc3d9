/** Every mistake that keeps a config from being used, one per line in the message. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly mistakes: readonly string[]
  /** Warnings that were found besides. */
  readonly warnings: readonly string[]

  /** Files that were looked at, so that their correction can be noticed. */
  readonly files: readonly string[]

  constructor(mistakes: readonly string[], warnings: readonly string[] = [], files: readonly string[] = []) {
    super(
      [`The config has ${mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`}:`, ...mistakes.map(line => `  ${line}`)].join(
        '\n',
      ),
    )
    this.mistakes = mistakes
    this.warnings = warnings
    this.files = files
  }
}
