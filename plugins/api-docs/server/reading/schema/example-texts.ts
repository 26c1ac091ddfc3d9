/** A value as simple XML: an element for each field, without attributes. */
export function toXmlText(value: unknown, name = 'root'): string {
  const lines: string[] = ['<?xml version="1.0" encoding="UTF-8"?>']
  write(value, elementName(name), '')
  return lines.join('\n')

  function write(item: unknown, element: string, indent: string): void {
    if (Array.isArray(item)) {
      for (const entry of item) write(entry, element, indent)
    } else if (typeof item === 'object' && item !== null) {
      lines.push(`${indent}<${element}>`)
      for (const [key, entry] of Object.entries(item)) write(entry, elementName(key), `${indent}  `)
      lines.push(`${indent}</${element}>`)
    } else {
      lines.push(`${indent}<${element}>${escaped(item === null ? '' : String(item))}</${element}>`)
    }
  }
}

function elementName(text: string): string {
  const name = text.replaceAll(/[^\w.-]/g, '_')
  return /^[A-Za-z_]/.test(name) ? name : `_${name}`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** A value as the body of a form. */
export function toFormText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  const pairs = Object.entries(value).flatMap(([key, item]) =>
    (Array.isArray(item) ? item : [item]).map(entry => [key, typeof entry === 'object' ? JSON.stringify(entry) : String(entry)]),
  )
  return new URLSearchParams(pairs).toString()
}
