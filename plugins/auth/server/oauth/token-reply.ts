/** The name under which an unverified ID token is kept. */
export const unverifiedIdToken = 'unverified_id_token'

/**
 * Makes the token reply of a provider that supports only OAuth 2 conform to the standard. Some report errors with status 200 or leave
 * out the token's type. An ID token is set aside: without a known issuer there is nothing to verify it against, and it came straight
 * from the provider.
 */
export async function tidyTokenReply(response: Response, method: string): Promise<Response> {
  if (method !== 'POST' || response.status !== 200) return response
  const reply: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  if (typeof reply !== 'object' || reply === null || Array.isArray(reply)) return response
  const { id_token: idToken, ...rest } = reply as Record<string, unknown>
  const failed = typeof rest['error'] === 'string' && rest['access_token'] === undefined
  const tidied = { ...(failed ? {} : { token_type: 'bearer' }), ...rest, ...(idToken !== undefined && { [unverifiedIdToken]: idToken }) }
  return new Response(JSON.stringify(tidied), { status: failed ? 400 : 200, headers: { 'content-type': 'application/json' } })
}
