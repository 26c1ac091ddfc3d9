import { AppError, inputError, notAllowedError } from '@portico/core/common'

export function targetRefused(host: string) {
  return notAllowedError(`Requests to this address of '${host}' are not allowed. An operator can add it to apiDocs.try.targets`, {
    code: 'api-docs.target-refused',
  })
}

export function methodRefused(method: string, allowed: readonly string[]) {
  return notAllowedError(`${method} is not allowed there, only ${allowed.join(', ')}. An operator can add it to apiDocs.try.targets`, {
    code: 'api-docs.method-refused',
  })
}

export function urlMalformed() {
  return inputError("The address is malformed: it must begin with http: or https:, without a user name, '..' or backslashes", {
    code: 'api-docs.invalid-url',
  })
}

export function headerMalformed(name: string) {
  return inputError(`The header '${name}' is invalid: its name or its value holds characters that are not allowed`, {
    code: 'api-docs.invalid-header',
  })
}

export function headerRefused(name: string) {
  return inputError(`The header '${name}' is set by the portal and cannot be sent from here. Remove it`, {
    code: 'api-docs.header-refused',
  })
}

export function targetTooSlow(host: string, timeoutMs: number) {
  return new AppError('GatewayTimeoutError', `${host} did not answer within ${timeoutMs / 1000} s`, {
    status: 504,
    code: 'api-docs.target-timeout',
  })
}

export function answerBroken(host: string) {
  return new AppError('BadGatewayError', `The answer of ${host} broke off`, { status: 502, code: 'api-docs.answer-broken' })
}

export function tooManyAtOnce() {
  return new AppError('TooManyRequestsError', 'Other requests of yours are still running. Wait for them, or cancel them', {
    code: 'api-docs.too-many-at-once',
  })
}

export function tooManyRequests(seconds: number) {
  return new AppError('TooManyRequestsError', `You have sent too many requests. Try again in ${seconds} s`, {
    code: 'api-docs.too-many-requests',
    details: { retryAfterSeconds: seconds },
  })
}
