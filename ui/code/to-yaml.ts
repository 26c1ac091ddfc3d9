/** A value as YAML in blocks. What YAML might take for something else is quoted. */
export function toYaml(value: unknown): string {
  return `${writeBlock(toPlain(value), '').replace(/^\n/, '')}\n`
}

type Plain = string | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain }

/** As JSON would keep it: dates become texts, undefined is dropped. */
function toPlain(value: unknown): Plain {
  const text = JSON.stringify(value)
  return text === undefined ? null : (JSON.parse(text) as Plain)
}

/** After a key or at the top: scalars on the same line, the rest on lines of their own, each beginning with a line break. */
function writeBlock(value: Plain, indent: string): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]'
    return value.map(item => `\n${indent}- ${writeBlock(item as Plain, `${indent}  `).replace(/^\n\s*/, '')}`).join('')
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
    if (entries.length === 0) return '{}'
    return entries
      .map(([key, item]) => {
        const block = writeBlock(item, `${indent}  `)
        return `\n${indent}${writeText(key)}:${block.startsWith('\n') ? block : ` ${block}`}`
      })
      .join('')
  }
  return typeof value === 'string' ? writeLongText(value, indent) : String(value)
}

/** Texts of several lines as they are, where YAML gives them back unchanged. */
function writeLongText(text: string, indent: string): string {
  const lines = text.split('\n')
  const literal =
    lines.length > 1 && /^[^\s]/.test(text) && !/[^\n\x20-\x7e\u00a1-\ufffd]|[ \t]\n|[ \t]$|\n\n$/.test(text) && !text.includes('\ufeff')
  if (!literal) return writeText(text)
  const ends = text.endsWith('\n')
  const body = (ends ? lines.slice(0, -1) : lines).map(line => (line === '' ? '' : `${indent}${line}`))
  return `|${ends ? '' : '-'}\n${body.join('\n')}`
}

function writeText(text: string): string {
  const plain = /^[A-Za-z_./][\w./-]*( [\w./()-]+)*$/.test(text)
  const taken = /^(true|false|null|yes|no|on|off|y|n|\.inf|\.nan|\.+|[-+]?[\d.][\d._eExXoO+-]*)$/i.test(text)
  return plain && !taken ? text : JSON.stringify(text)
}
