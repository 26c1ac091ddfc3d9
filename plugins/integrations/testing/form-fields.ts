import type { FakeRequest } from './fake-server.ts'

/** The fields of a multipart form, as a host reads them. */
export function formFields({ headers, body }: FakeRequest): { readonly name: string; readonly value: Buffer }[] {
  const [, boundary = ''] = /boundary=(.+)$/.exec(headers['content-type'] ?? '') ?? []
  const text = body.toString('latin1')
  return text
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap(part => {
      const end = part.indexOf('\r\n\r\n')
      const [, name] = /name="([^"]*)"/.exec(part.slice(0, end)) ?? []
      return name === undefined ? [] : [{ name, value: Buffer.from(part.slice(end + 4, -2), 'latin1') }]
    })
}
