import { parseJson } from '@portico/core/common'
import { createGuardedRequest } from '@portico/core/server/outbound'

const timeoutMs = 20_000
const maxBytes = 1_000_000

export interface PostAnswer {
  readonly status: number
  readonly isOk: boolean
  /** Undefined for what is not JSON. */
  readonly body: unknown
}

/** Posts JSON to an address of the config. A redirect to another host is refused. */
export async function postJson(
  address: string,
  body: string,
  { headers, signal }: { readonly headers: Readonly<Record<string, string>>; readonly signal: AbortSignal },
): Promise<PostAnswer> {
  const url = new URL(address)
  const request = createGuardedRequest({ allow: [{ host: url.host }], timeoutMs, maxBytes })
  const { answer } = await request(url, {
    headers: () => ({ 'content-type': 'application/json; charset=utf-8', ...headers }),
    body: Buffer.from(body),
    signal,
    isAnyStatusRead: true,
  })
  return { status: answer.status, isOk: answer.status >= 200 && answer.status <= 299, body: parseJson(String(answer.bytes)) }
}
