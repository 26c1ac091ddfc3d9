/** Names of the result codes that directories answer with (RFC 4511, appendix A). */
const names: Readonly<Record<number, string>> = {
  1: 'operationsError',
  2: 'protocolError',
  3: 'timeLimitExceeded',
  4: 'sizeLimitExceeded',
  7: 'authMethodNotSupported',
  8: 'strongerAuthRequired',
  10: 'referral',
  11: 'adminLimitExceeded',
  12: 'unavailableCriticalExtension',
  13: 'confidentialityRequired',
  16: 'noSuchAttribute',
  17: 'undefinedAttributeType',
  18: 'inappropriateMatching',
  21: 'invalidAttributeSyntax',
  32: 'noSuchObject',
  34: 'invalidDNSyntax',
  48: 'inappropriateAuthentication',
  49: 'invalidCredentials',
  50: 'insufficientAccessRights',
  51: 'busy',
  52: 'unavailable',
  53: 'unwillingToPerform',
}

/** What went wrong, with the name of the result code where the directory gave one: `invalidCredentials (49): …`. */
export function describeLdapError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as { code?: unknown }
  const message = (error.message || error.name).replace(/ ?Code: 0x[\da-f]+$/i, '')
  return typeof code === 'number' ? `${names[code] ?? 'result'} (${code}): ${message}` : message
}
