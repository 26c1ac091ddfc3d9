import { parseJson } from '@portico/core/common'
import { pino, symbols } from 'pino'
import type { Logger } from './log.ts'
import { toPlainFields } from './plain-fields.ts'
import { toPrettyLine } from './pretty-line.ts'
import type { Redactor } from './redactor.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

export interface LogOptions {
  readonly level: LogLevel
  /** `pretty` for people at a terminal, `json` (one object per line) for everything else. */
  readonly format: 'json' | 'pretty'
  readonly redact: Redactor
  /** Where lines are written; standard output by default. */
  readonly destination?: { write(line: string): unknown }
  /** Colours in the pretty format. Default: when standard output is a terminal and `NO_COLOR` is not set. */
  readonly colour?: boolean
  /** Whether the pretty format shows stacks. Default: when `PORTICO_DEBUG` is set. */
  readonly stacks?: boolean
}

/** The log of the whole server; plugins get a child of it. */
export interface Log extends Logger {
  /** Resolves when every line is flushed. */
  flush(): Promise<void>
  /** The last warnings and errors, the oldest first, as they were logged. */
  recent(): readonly Readonly<Record<string, unknown>>[]
  /** The same log for libraries that use the pino interface, such as Fastify's `loggerInstance`. */
  readonly instance: pino.Logger
}

const recentLines = 200
const maxRecentLineLength = 8000
const ownKeys = ['level', 'time', 'message']

/** Creates the server's log. Every line is written before the call returns, so a crash loses none. */
export function createLog({ level, format, redact, destination, colour = hasColours(), stacks = isDebugged() }: LogOptions): Log {
  const output = destination ?? pino.destination({ dest: 1, sync: true })
  const recent: string[] = []
  const sink = {
    [symbols.needsMetadataGsym]: true as const,
    lastLevel: 0,
    write(line: string) {
      const clean = redact.redactLine(line)
      if (sink.lastLevel >= pino.levels.values['warn']!) keep(recent, clean)
      const text = format === 'pretty' ? toPrettyLine(clean, { colour, stacks }) : clean
      if (text !== '') output.write(text)
    },
  }
  const instance = pino(
    {
      level,
      base: null,
      messageKey: 'message',
      errorKey: 'error',
      timestamp: pino.stdTimeFunctions.isoTime,
      // Errors are plain fields before pino would serialise them.
      serializers: { error: value => value, err: value => value },
      formatters: { level: label => ({ level: label }), log: toFields, bindings: toFields },
    },
    sink,
  )
  return {
    debug: instance.debug.bind(instance),
    info: instance.info.bind(instance),
    warn: instance.warn.bind(instance),
    error: instance.error.bind(instance),
    child: fields => instance.child(fields),
    flush: async () => {
      if ('flushSync' in output && typeof output.flushSync === 'function') output.flushSync()
    },
    recent: () => recent.map(line => parseJson(line, { truncated: line }) as Record<string, unknown>),
    instance,
  }
}

/**
 * Facts as plain data without secrets by key. Those with the names of our own fields are renamed, else the line would
 * hold both; `err`, as libraries write it, becomes `error`.
 */
function toFields(fields: object): Record<string, unknown> {
  const plain = toPlainFields(fields) as Record<string, unknown>
  for (const key of ownKeys) {
    if (!(key in plain)) continue
    plain[`fact_${key}`] = plain[key]
    delete plain[key]
  }
  if ('err' in plain && !('error' in plain)) {
    plain['error'] = plain['err']
    delete plain['err']
  }
  return plain
}

function keep(recent: string[], line: string) {
  recent.push(line.length > maxRecentLineLength ? line.slice(0, maxRecentLineLength) : line)
  if (recent.length > recentLines) recent.shift()
}

/** Whether what is written to standard output may have colours. */
export function hasColours(): boolean {
  return process.stdout.isTTY === true && !process.env['NO_COLOR']
}

function isDebugged(): boolean {
  return Boolean(process.env['PORTICO_DEBUG'])
}
