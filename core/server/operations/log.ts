/** Structured log of one plugin. Facts first, then a sentence: `log.info({ ref }, 'entity added')`. */
export interface Logger {
  debug(facts: object, message?: string): void
  debug(message: string): void
  info(facts: object, message?: string): void
  info(message: string): void
  warn(facts: object, message?: string): void
  warn(message: string): void
  error(facts: object, message?: string): void
  error(message: string): void
  child(facts: object): Logger
}
