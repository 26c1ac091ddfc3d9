import { AppError, conflictError, inputError, notFoundError, unavailableError } from '@portico/core/common'

export function entityNotFound(ref: string) {
  return notFoundError(`There is no entity ${ref}`, { code: 'builds.no-entity' })
}

export function systemNotFound(id: string) {
  return notFoundError(`There is no build system '${id.slice(0, 100)}'`, { code: 'builds.no-system' })
}

export function annotationMissing(ref: string, annotation: string) {
  return notFoundError(`${ref} has no annotation ${annotation}`, { code: 'builds.no-annotation' })
}

export function buildNotFound(id: string) {
  return notFoundError(`There is no build ${id.slice(0, 100)}`, { code: 'builds.no-build' })
}

export function logNotFound(action: string) {
  return notFoundError(`There is no log ${action.slice(0, 100)}`, { code: 'builds.no-log' })
}

/** The annotation is not what its system knows projects by. */
export function invalidProject(annotation: string, value: string, expected: string) {
  return inputError(`The annotation ${annotation} is '${value.slice(0, 200)}': expected ${expected}`, { code: 'builds.invalid-project' })
}

export function hostUnknown(title: string) {
  return unavailableError(`No host of ${title} is known: add one to integrations in the config`, { code: 'builds.no-host' })
}

export function stillRunning(id: string) {
  return conflictError(`Build ${id} is still running: it can be restarted when it is done`, { code: 'builds.still-running' })
}

export function tooSlow(seconds: number) {
  return unavailableError(`The build system did not answer within ${seconds} s`, { code: 'builds.too-slow' })
}

export function unexpectedAnswer(title: string, what: string) {
  return unavailableError(`${title} answered with something that is not ${what}`, { code: 'builds.unexpected-answer' })
}

/** Logs are read over https, whoever says where they are. */
export function insecureOutput(host: string) {
  return unavailableError(`The log is at ${host}, which is not an address of https: it is not read`, { code: 'builds.insecure-log' })
}

export function outputTooLarge(maxBytes: number) {
  return new AppError('PayloadTooLargeError', `The log is larger than ${maxBytes / 2 ** 20} MB`, { code: 'builds.too-large' })
}

/** The config says nothing about the system of an annotation. */
export function notSetUp(annotation: string) {
  return unavailableError(`Nothing is set up for the annotation ${annotation}`, { code: notSetUpCode })
}

export const notSetUpCode = 'builds.not-set-up'
