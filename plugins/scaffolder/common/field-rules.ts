import { isValidName, isValidTag } from '@portico/catalog/common'

/** What a field for an entity's name says about a bad one. */
export const entityNameProblem =
  'Must start and end with an alphanumeric character, and contain only alphanumeric characters, hyphens, underscores, and periods. Maximum length is 63 characters.'

/** Whether a field for an entity's name takes a value. */
export function isEntityName(value: unknown): value is string {
  return isValidName(value)
}

/** Whether a field for tags takes a tag, once it is trimmed and lower-cased. */
export function isEntityTag(value: unknown): value is string {
  return isValidTag(value)
}
