import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

export interface PrettyOptions {
  readonly colour: boolean
  /** Whether the stacks of errors follow below: for who looks for a bug. */
  readonly stacks: boolean
}

const styles: Readonly<Record<string, Style>> = { debug: 'gray', warn: 'yellow', error: 'red', fatal: 'red' }
const maxFieldLength = 160
const maxItems = 3

/** One line of the JSON log as people at a terminal read it: time, level where it is worth a look, plugin, sentence, error, fields. Empty where it is not for them. */
export function toPrettyLine(line: string, { colour, stacks }: PrettyOptions): string {
  const { time, level, plugin, message, error, ...fields } = JSON.parse(line) as Record<string, unknown>
  // The audit trail is in the database. Here its records would be most of what is seen.
  if (level === 'info' && fields['audit'] !== undefined) return ''
  const paint = (style: Style, text: string) => (colour && text ? styleText(style, text, { validateStream: false }) : text)
  const style = styles[String(level)]
  const sentence = message === undefined ? '' : oneLine(String(message))
  const more = Object.entries(fields).flatMap(([key, value]) => toWords(key, value))
  const words = [
    paint('gray', localTime(time)),
    ...(style ? [paint(style, String(level).toUpperCase())] : []),
    ...(plugin === undefined ? [] : [paint('cyan', oneLine(String(plugin)))]),
    ...(sentence === '' ? [] : [sentence]),
    ...(error === undefined ? [] : [errorText(error, sentence)].filter(text => text !== '')),
    ...(more.length > 0 ? [paint('gray', more.join(' '))] : []),
  ]
  return `${words.join(' ')}\n${stacks && error !== undefined ? `${stackText(error).replace(/^/gm, '    ')}\n` : ''}`
}

function localTime(time: unknown): string {
  const date = new Date(String(time))
  const pad = (value: number) => String(value).padStart(2, '0')
  return Number.isNaN(date.getTime()) ? '--:--:--' : `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`
}

/** `key=value`; an object as `key.inner=value`. */
function toWords(key: string, value: unknown): string[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return [`${oneLine(key)}=${toList(value)}`]
  if (typeof value === 'object') return Object.entries(value).flatMap(([inner, item]) => toWords(`${key}.${inner}`, item))
  return [`${oneLine(key)}=${toText(value)}`]
}

/** The first items; the JSON log has them all. */
function toList(items: readonly unknown[]): string {
  const shown = items.slice(0, maxItems).map(item => (typeof item === 'object' && item !== null ? '{…}' : toText(item)))
  return [...shown, ...(items.length > maxItems ? [`${items.length - maxItems} more`] : [])].join(', ')
}

function toText(value: unknown): string {
  const text = oneLine(String(value))
  const short = text.length > maxFieldLength ? `${text.slice(0, maxFieldLength)}…` : text
  return /[\s"=]/.test(short) ? `"${short.replaceAll('"', "'")}"` : short
}

/** What went wrong, with its causes, unless the sentence says it already, and where. */
function errorText(error: unknown, sentence: string): string {
  const messages: string[] = []
  for (let each: unknown = error; each !== undefined && messages.length < 5;) {
    const { name, message, cause } = (typeof each === 'object' && each !== null ? each : { message: each }) as Record<string, unknown>
    const text = oneLine(String(message ?? name ?? ''))
    const isGeneral = name === undefined || name === 'Error'
    if (text !== '' && ![sentence, ...messages].some(said => said.includes(text)))
      messages.push(isGeneral ? text : `${oneLine(String(name))}: ${text}`)
    each = cause
  }
  const place = /^\s+at .*?([\w.-]+\.[cm]?[jt]sx?:\d+)/m.exec(String((error as { stack?: unknown } | null)?.stack ?? ''))?.[1]
  return [...(messages.length > 0 ? [`– ${messages.join(', because of: ')}`] : []), ...(place === undefined ? [] : [`(${place})`])].join(
    ' ',
  )
}

function stackText(error: unknown): string {
  if (typeof error !== 'object' || error === null) return harmless(String(error))
  const { name, message, stack, cause, code, ...more } = error as Record<string, unknown>
  const first = typeof stack === 'string' ? stack : `${String(name ?? 'Error')}: ${String(message ?? '')}`
  const fields = Object.entries({ ...(code !== undefined && { code }), ...more }).flatMap(([key, value]) => toWords(key, value))
  const lines = [harmless(first), ...(fields.length > 0 ? [`  ${fields.join(' ')}`] : [])]
  if (cause !== undefined) lines.push(`caused by ${stackText(cause)}`)
  return lines.join('\n')
}

function oneLine(text: string): string {
  return harmless(text.replace(/\s*[\n\t]\s*/g, ' '))
}

/** Text from outside must not control the reader's terminal. */
function harmless(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, match => `\\x${match.charCodeAt(0).toString(16).padStart(2, '0')}`)
}
