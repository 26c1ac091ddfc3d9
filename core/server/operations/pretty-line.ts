import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

const styles: Readonly<Record<string, Style>> = { debug: 'gray', info: 'green', warn: 'yellow', error: 'red', fatal: 'red' }

/** One line of the JSON log as people read it: time, level, plugin, sentence, fields; an error's stack goes below. */
export function toPrettyLine(line: string, options: { readonly colour: boolean }): string {
  const { time, level, plugin, message, error, ...fields } = JSON.parse(line) as Record<string, unknown>
  const paint = (style: Style, text: string) => (options.colour && text ? styleText(style, text, { validateStream: false }) : text)
  const words = [
    paint('gray', localTime(time)),
    paint(styles[String(level)] ?? 'white', String(level).toUpperCase().padEnd(5)),
    ...(plugin === undefined ? [] : [paint('cyan', harmless(String(plugin)))]),
    ...(message === undefined ? [] : [harmless(String(message))]),
    ...Object.entries(fields).map(([key, value]) => `${paint('gray', `${harmless(key)}=`)}${toWord(value)}`),
  ]
  return `${words.join(' ')}\n${error === undefined ? '' : `${errorText(error).replace(/^/gm, '    ')}\n`}`
}

function localTime(time: unknown): string {
  const date = new Date(String(time))
  const pad = (value: number, length = 2) => String(value).padStart(length, '0')
  if (Number.isNaN(date.getTime())) return '--:--:--'
  return `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}.${pad(date.getMilliseconds(), 3)}`
}

function toWord(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /[\s"=]/.test(text) && typeof value === 'string' ? harmless(JSON.stringify(text)) : harmless(text)
}

function errorText(error: unknown): string {
  if (typeof error !== 'object' || error === null) return harmless(String(error))
  const { name, message, stack, cause, code, ...more } = error as Record<string, unknown>
  const first = typeof stack === 'string' ? stack : `${String(name ?? 'Error')}: ${String(message ?? '')}`
  const fields = Object.entries({ ...(code !== undefined && { code }), ...more }).map(([key, value]) => `${key}=${toWord(value)}`)
  const lines = [harmless(first), ...(fields.length > 0 ? [`  ${harmless(fields.join(' '))}`] : [])]
  if (cause !== undefined) lines.push(`caused by ${errorText(cause)}`)
  return lines.join('\n')
}

/** Text from outside must not control the reader's terminal. */
function harmless(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, match => `\\x${match.charCodeAt(0).toString(16).padStart(2, '0')}`)
}
