import { createGuardedRequest } from '@portico/core/server/outbound'

const timeoutMs = 20_000
const maxBytes = 1_000_000

/** Posts JSON to an address of the config. A redirect to another host is refused, and any other status than 2xx is a failure. */
export async function postJson(
  address: string,
  body: string,
  { headers, signal }: { readonly headers: Readonly<Record<string, string>>; readonly signal: AbortSignal },
): Promise<unknown> {
  const url = new URL(address)
  const request = createGuardedRequest({ allow: [{ host: url.host }], timeoutMs, maxBytes })
  const { answer } = await request(url, {
    headers: () => ({ 'content-type': 'application/json; charset=utf-8', ...headers }),
    body: Buffer.from(body),
    signal,
    isAnyStatusRead: true,
  })
  if (answer.status < 200 || answer.status > 299) throw new Error(`${url.host} answered with status ${answer.status}`)
  return parse(String(answer.bytes))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
