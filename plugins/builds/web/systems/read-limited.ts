import { AppError } from '@portico/core/common'

/** Reads an answer as text. More than the limit is an error. */
export async function readLimited(response: Response, maxBytes: number, what: string): Promise<string> {
  const tooLarge = () =>
    new AppError('PayloadTooLargeError', `${what} is larger than ${Math.round(maxBytes / 2 ** 20)} MB`, { code: 'builds.too-large' })
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    await response.body?.cancel()
    throw tooLarge()
  }
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  let total = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    total += value.byteLength
    if (total > maxBytes) {
      await reader.cancel()
      throw tooLarge()
    }
    text += decoder.decode(value, { stream: true })
  }
}
