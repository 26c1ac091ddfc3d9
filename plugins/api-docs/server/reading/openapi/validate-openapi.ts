import { validate } from '@scalar/openapi-parser'
import { fieldsOf, isFields, type Fields } from '../document/json-values.ts'
import { pointerSteps } from '../schema/references.ts'
import type { OpenapiContext } from './openapi-context.ts'
import { reduceErrors, type ValidationError } from './reduce-errors.ts'

/** Checks a document against the schema of its version. References are checked by the reader itself, which knows their lines. */
export async function validateOpenapi({ problems, version, isTwo, itemOfPath }: OpenapiContext, root: Fields): Promise<void> {
  const word = isTwo ? 'swagger' : 'openapi'
  if (typeof root[word] !== 'string') {
    problems.add('invalid', `${word} must be a text: write ${word}: '${version}', in quotes`, { path: [word] })
  }
  if (isFields(root.info) && !root.info.version) problems.add('invalid', 'info.version is missing', { path: ['info'] })
  try {
    for (const { path: pointer, message } of reduceErrors(await validateQuietly(root, word, version))) {
      const path = pointerSteps(pointer)
      const item = itemOfPath.get(path.slice(0, 3).join('\n'))
      problems.add('invalid', wordsOf(message, path, root), { path, ...(item !== undefined && { item }) })
    }
  } catch (error) {
    problems.add('not-checked', `The definition could not be checked: ${error instanceof Error ? error.message : 'the checker failed'}`)
  }
}

const referenceCodes = new Set(['INVALID_REFERENCE', 'EXTERNAL_REFERENCE_NOT_FOUND', 'SELF_REFERENCE'])

async function validateQuietly(root: Fields, word: string, version: string): Promise<ValidationError[]> {
  // The validator writes a version into `info` where it has none.
  const copy = { ...root, ...(isFields(root.info) && { info: { ...root.info } }), [word]: version }
  const { errors = [] } = await silenced(() => validate(version.startsWith('3.2') ? (withoutSchemas(copy) as Fields) : copy))
  return errors.flatMap(({ code, message, path: written }) => {
    const path = Array.isArray(written) ? written.map(step => `/${step}`).join('') : String(written ?? '')
    if (referenceCodes.has(String(code))) return []
    return [{ message: String(message), path }]
  })
}

/**
 * A definition of OpenAPI 3.2 with nothing in its schemas. Ajv does not find what `$dynamicRef` leads to, and takes a schema for another one of
 * what it stands in: a parameter, a header, a media type. In 3.1 it only asks whether a schema is an object or a boolean. Our own reader reads
 * them. `above` is the word of the map that the value is in.
 */
function withoutSchemas(value: unknown, word = '', above = ''): unknown {
  if (Array.isArray(value)) return value.map(item => withoutSchemas(item))
  if (!isFields(value)) return value
  const nothing = 'in' in value ? { name: 'none', in: 'query', content: noContent } : above === 'headers' ? { content: noContent } : {}
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key === 'schema' || key === 'itemSchema') return [key, nothing]
      if (key === 'schemas' && isFields(inner)) return [key, Object.fromEntries(Object.keys(inner).map(name => [name, {}]))]
      return [key, withoutSchemas(inner, key, word)]
    }),
  )
}

const noContent = { 'text/plain': {} }

/** The validator prints the stack of an error of its own for every value that is not among those allowed. It does so before it returns. */
function silenced<T>(call: () => T): T {
  const { error } = console
  Object.assign(console, { error: () => undefined })
  try {
    return call()
  } finally {
    Object.assign(console, { error })
  }
}

function wordsOf(message: string, path: readonly string[], root: Fields): string {
  const place = path.length === 0 ? 'The definition' : path.join(' › ')
  const value = path.reduce<unknown>((holder, step) => (Array.isArray(holder) ? holder[Number(step)] : fieldsOf(holder)[step]), root)
  const found = typeof value === 'string' || typeof value === 'number' ? ` (found: ${String(value).slice(0, 80)})` : ''
  return `${place}: ${message}${found}`
}
