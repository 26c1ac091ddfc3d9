import type { AppError } from '@portico/core/common'

interface Advice {
  /** What a person who wants to sign in can do. */
  readonly forUsers: string
  /** The class of cause, and what to check. */
  readonly cause: string
}

const later = 'Try again in a few minutes. If it does not help, ask an administrator of the portal.'
const ask = 'Trying again does not help: ask an administrator of the portal.'

const adviceByCode: Readonly<Record<string, (configKey: string) => Advice>> = {
  'auth.provider-away': key => ({
    forUsers: later,
    cause: `The provider is unreachable, too slow, or answers with something that is not OAuth. Check the addresses under ${key}, and that the server of the portal can reach them. The log has the details.`,
  }),
  'auth.client-refused': key => ({
    forUsers: ask,
    cause: `The provider does not accept the portal as its client. Check clientId, clientSecret, callbackUrl and the scopes under ${key}, and the same at the provider.`,
  }),
  'auth.prompt-needed': key => ({
    forUsers: ask,
    cause: `The provider may show none of its pages, so that only people who are signed in there already get in. Set ${key}.prompt to auto.`,
  }),
  'auth.id-token-invalid': key => ({
    forUsers: ask,
    cause: `The ID token does not fit the config. Check the addresses and clientId under ${key}, and the clocks of both servers.`,
  }),
  'auth.provider-not-found': () => ({
    forUsers: ask,
    cause: 'No provider of this name is configured. portico config check tells which names are known.',
  }),
  'auth.not-offered': key => ({ forUsers: ask, cause: `${key} is a provider without pages of its own.` }),
  'auth.env-missing': () => ({ forUsers: ask, cause: 'The page that began the sign-in did not name the environment.' }),
  'auth.env-not-found': key => ({
    forUsers: ask,
    cause: `${key} has no such environment. The environments of a provider and auth.environment must have the same name.`,
  }),
  'auth.origin-not-allowed': () => ({
    forUsers: 'Open the portal at its usual address, or ask an administrator of the portal.',
    cause: 'The page is open at an address that is neither app.baseUrl nor one of auth.experimentalExtraAllowedOrigins.',
  }),
  'auth.too-many-attempts': () => ({
    forUsers: 'Wait, then try again. If it does not help, ask an administrator of the portal.',
    cause: 'The limit of auth.rateLimit is reached.',
  }),
}

/** What to say of a sign-in that failed. It is read by people who are not signed in: classes of causes and config keys, no details. */
export function failureAdvice({ code, status }: AppError, configKey: string): Advice {
  const known = code === undefined ? undefined : adviceByCode[code]
  if (known) return known(configKey)
  return status < 500
    ? {
        forUsers: 'Begin the sign-in again from the portal. If it does not help, ask an administrator of the portal.',
        cause: 'The request that began the sign-in, or came back from the provider, is not valid.',
      }
    : { forUsers: later, cause: 'An error of the portal itself. The log has the details.' }
}

/** Whether a sign-in failed by something that the person who signs in has no part in. */
export function isFault({ code, status }: AppError): boolean {
  return status >= 500 || ['auth.client-refused', 'auth.id-token-invalid', 'auth.prompt-needed'].includes(code ?? '')
}
