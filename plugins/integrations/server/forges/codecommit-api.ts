import type { HttpAnswer } from '@portico/core/server/outbound'
import { apiFailure } from '../api/api-errors.ts'
import { toJson, type HostClient } from '../api/host-client.ts'
import type { createAwsSigning } from '../stores/aws-signing.ts'

/** An action of the API of AWS CodeCommit. */
export type CodeCommitAsk = <T>(action: string, input: object, signal: AbortSignal | undefined) => Promise<T>

/** AWS CodeCommit has one address; the action is in a header, and every request is signed. */
export function createCodeCommitApi(
  api: HostClient,
  base: string,
  { signing, region }: { readonly signing: ReturnType<typeof createAwsSigning>; readonly region: string },
): CodeCommitAsk {
  return async function call<T>(action: string, input: object, signal: AbortSignal | undefined): Promise<T> {
    const url = new URL(`${base}/`)
    const body = JSON.stringify(input)
    const headers = await signing.headersFor({
      url,
      service: 'codecommit',
      region,
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/x-amz-json-1.1', 'X-Amz-Target': `CodeCommit_20150413.${action}` },
    })
    const answer: HttpAnswer = await api.call(url.href, { method: 'POST', bytes: Buffer.from(body), headers, authorization: {}, signal })
    // Some actions answer with nothing.
    if (answer.status === 200) return answer.bytes.length === 0 ? ({} as T) : toJson<T>(answer, url.href)
    throw apiFailure({ ...answer, status: statusOf(answer) }, `${base}/${action}`, 'POST')
  }
}

/** AWS answers 400 for most things, and names what is wrong. */
function statusOf({ status, bytes }: HttpAnswer): number {
  if (status !== 400) return status
  const text = String(bytes)
  if (/DoesNotExist/.test(text)) return 404
  return /NameExists|AlreadyExist|OutdatedException/.test(text) ? 409 : 400
}
