import { AppError } from '@portico/core/common'
import type { HttpAnswer } from '@portico/core/server/outbound'

const code = 'integrations.host-refused'

/** The error that a status of an API means, with the host's own words. */
export function apiFailure(answer: HttpAnswer, target: string, method = 'GET'): AppError {
  const { status } = answer
  const where = `${method} ${withoutQuery(target)}`
  const reason = reasonOf(answer.bytes)
  const details = { hostStatus: status }
  const what = reason === undefined ? '' : `: ${reason}`
  if (status === 404 || status === 410)
    return new AppError('NotFoundError', `${withoutQuery(target)} was not found${what}`, { code, details })
  if (status === 409) return new AppError('ConflictError', `${where} conflicts with what is there${what}`, { code, details })
  if (status === 400 || status === 422) return new AppError('InputError', `${where} was refused${what}`, { code, details })
  if (status === 401)
    return unavailable(`${where} was refused: the host does not accept the credentials in integrations (status 401)${what}`, details)
  if (status === 403)
    return unavailable(`${where} was refused: the credentials in integrations may not do this (status 403)${what}`, details)
  return unavailable(`${where} answered with status ${status}${what}`, details)
}

/** The host answered with something else than its API does: a sign-in page, or the page of a proxy. */
export function notJson(target: string, text: string): AppError {
  const what = /^\s*</.test(text) ? 'a page' : 'something'
  return unavailable(`${withoutQuery(target)} answered with ${what} that is not JSON; is that the address of the API?`, {})
}

/** A list whose next page is one that it already was. */
export function repeatedPage(target: string): AppError {
  return unavailable(`${withoutQuery(target)} has pages that repeat without end`, {})
}

/** The host has no such call. */
export function notOffered(title: string, what: string): AppError {
  return new AppError('NotImplementedError', `${title} does not offer ${what}`, { code: 'integrations.not-offered' })
}

function unavailable(message: string, details: Readonly<Record<string, unknown>>): AppError {
  return new AppError('ServiceUnavailableError', message, { code, details })
}

/** Some addresses carry a token in their query. */
function withoutQuery(target: string): string {
  return target.split(/[?#]/)[0] ?? target
}

/** What the host says, in one short line: each puts it elsewhere. */
function reasonOf(bytes: Buffer): string | undefined {
  let body: unknown
  try {
    body = JSON.parse(String(bytes).replace(/^\)\]\}'\r?\n/, ''))
  } catch {
    const text = String(bytes.subarray(0, 300)).trim()
    return text === '' || text.startsWith('<') ? undefined : (text.split('\n')[0] ?? text)
  }
  const { message, error, error_description: description, errors } = (body ?? {}) as Record<string, unknown>
  const first = Array.isArray(errors) ? (errors as unknown[])[0] : undefined
  const parts = [message, description, error, first].map(toWords).filter(part => part !== undefined)
  return [...new Set(parts)].slice(0, 2).join('; ').slice(0, 300) || undefined
}

function toWords(value: unknown): string | undefined {
  if (typeof value === 'string') return value || undefined
  if (Array.isArray(value)) return toWords(value[0])
  if (typeof value !== 'object' || value === null) return undefined
  const { message, ...rest } = value as Record<string, unknown>
  return typeof message === 'string' ? message : JSON.stringify(rest)
}
