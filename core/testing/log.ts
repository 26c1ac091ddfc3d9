import type { Logger } from '@portico/core/server'

const nothing = () => {}

/** A logger that discards its lines. */
export const silentLog: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing, child: () => silentLog }

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly message: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** A logger that keeps its lines, for tests of what is logged. */
export function createRecordingLog(): Logger & { readonly lines: readonly LogLine[] } {
  const lines: LogLine[] = []
  const build = (base: object): Logger => {
    const level = (name: LogLine['level']) => (first: object | string, message?: string) => {
      const fields = typeof first === 'string' ? base : { ...base, ...first }
      lines.push({ level: name, fields: { ...fields }, message: typeof first === 'string' ? first : (message ?? '') })
    }
    const child = (fields: object) => build({ ...base, ...fields })
    return { debug: level('debug'), info: level('info'), warn: level('warn'), error: level('error'), child }
  }
  return { ...build({}), lines }
}
