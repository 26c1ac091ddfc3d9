import { AppError, inputError, notFoundError } from '@portico/core/common'

export function termTooLong(max: number) {
  return inputError(`The term has more than ${max} characters (search.maxTermLength)`, { code: 'search.term-too-long' })
}

export function pageTooLarge(max: number) {
  return inputError(`pageLimit is more than ${max} (search.maxPageLimit)`, { code: 'search.page-too-large' })
}

export function unknownType(type: string, known: readonly string[]) {
  return inputError(`There are no search documents of type '${type.slice(0, 100)}'. There are: ${known.join(', ')}`, {
    code: 'search.unknown-type',
  })
}

export function invalidCursor() {
  return inputError('pageCursor is not a cursor of a search result', { code: 'search.invalid-cursor' })
}

export function missingIndex(types: readonly string[]) {
  return new AppError('MissingIndexError', `Nothing has been indexed yet for ${types.join(', ')}. Try again in a moment`, {
    code: 'search.missing-index',
    status: 500,
  })
}

export function typeNotFound(type: string) {
  return notFoundError(`There are no search documents of type '${type.slice(0, 100)}'`, { code: 'search.type-not-found' })
}
