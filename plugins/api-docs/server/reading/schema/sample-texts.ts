import type { SchemaNode } from '@portico/api-docs/common'

/** What people expect to see for a format. */
const byFormat: Readonly<Record<string, string>> = {
  date: '2030-04-16',
  'date-time': '2030-04-16T09:30:00Z',
  time: '09:30:00Z',
  duration: 'P1D',
  email: 'name@example.com',
  'idn-email': 'name@example.com',
  hostname: 'example.com',
  'idn-hostname': 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com',
  url: 'https://example.com',
  iri: 'https://example.com',
  'uri-reference': '/path',
  uuid: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
  byte: 'dGV4dA==',
  binary: '<binary>',
  password: '********',
  regex: '^.*$',
  'json-pointer': '/name',
  int64: '1',
}

const maxLength = 200

/** A text that a schema of type `string` allows, as far as it says so without a pattern. */
export function sampleText({ format, constraints }: SchemaNode): string {
  const sample = (format !== undefined && Object.hasOwn(byFormat, format) ? byFormat[format] : undefined) ?? 'string'
  if (format !== undefined || !constraints) return sample
  const bounds = new Map(constraints)
  const least = bounds.get('minLength')
  const most = bounds.get('maxLength')
  const filled = typeof least === 'number' && least > sample.length ? sample.padEnd(Math.min(least, maxLength), 'x') : sample
  return typeof most === 'number' && most >= 0 && most < filled.length ? filled.slice(0, most) : filled
}
