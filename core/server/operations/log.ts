/** Structured log of one plugin. Facts first, then a sentence: `log.info({ ref }, 'entity added')`. */
export interface Logger {
  debug(fields: object, message?: string): void
  debug(message: string): void
  info(fields: object, message?: string): void
  info(message: string): void
  warn(fields: object, message?: string): void
  warn(message: string): void
  error(fields: object, message?: string): void
  error(message: string): void
  child(fields: object): Logger
}
