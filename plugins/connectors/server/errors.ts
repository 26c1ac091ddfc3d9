import { conflictError, inputError, notFoundError } from '@portico/core/common'

export function entityNotFound(ref: string) {
  return notFoundError(`There is no entity ${ref}`, { code: 'connectors.entity-not-found' })
}

export function factNotFound(name: string) {
  return notFoundError(`There is no fact '${name}'`, { code: 'connectors.fact-not-found' })
}

export function factOfOther(name: string, source: string) {
  return conflictError(`The fact '${name}' belongs to '${source}', so programs cannot send it`, { code: 'connectors.fact-of-other' })
}

export function factNotDescribed(name: string) {
  return inputError(`The fact '${name}' is not known: describe it in 'definitions'`, { code: 'connectors.fact-not-described' })
}

export function wrongValue(name: string, type: string, problem: string) {
  return inputError(`The value of '${name}' is not of the type ${type}: ${problem}`, { code: 'connectors.wrong-value' })
}

export function cursorInvalid() {
  return inputError("'after' is not what a page before answered in 'next'", { code: 'connectors.invalid-cursor' })
}
