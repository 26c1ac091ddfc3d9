import { validate } from '@scalar/openapi-parser'
import { fieldsOf, isFields, type Fields } from '../document/json-values.ts'
import { pointerSteps } from '../schema/references.ts'
import type { OpenapiContext } from './openapi-context.ts'

/** Checks a document against the schema of its version. References are checked by the reader itself, which knows their lines. */
export async function validateOpenapi({ problems, version, isTwo, itemOfPath }: OpenapiContext, root: Fields): Promise<void> {
  const word = isTwo ? 'swagger' : 'openapi'
  if (typeof root[word] !== 'string') {
    problems.add('invalid', `${word} must be a text: write ${word}: '${version}', in quotes`, { path: [word] })
  }
  if (isFields(root.info) && !root.info.version) problems.add('invalid', 'info.version is missing', { path: ['info'] })
  try {
    // The validator writes into what it is given.
    const { errors = [] } = await validate(structuredClone({ ...root, [word]: version }) as Record<string, unknown>)
    for (const error of errors) {
      if (referenceCodes.has(String(error.code))) continue
      const path = errorPath(error.path)
      problems.add('invalid', wordsOf(error.message, path, root), { path, ...itemAt(path) })
    }
  } catch (error) {
    problems.add('not-checked', `The definition could not be checked: ${error instanceof Error ? error.message : 'the checker failed'}`)
  }

  function itemAt(path: readonly string[]): { readonly item?: string } {
    const item = itemOfPath.get(path.slice(0, 3).join('\n'))
    return item === undefined ? {} : { item }
  }
}

const referenceCodes = new Set(['INVALID_REFERENCE', 'EXTERNAL_REFERENCE_NOT_FOUND', 'SELF_REFERENCE'])

function errorPath(path: unknown): string[] {
  if (Array.isArray(path)) return path.map(String)
  return typeof path === 'string' ? pointerSteps(path) : []
}

function wordsOf(message: string, path: readonly string[], root: Fields): string {
  const place = path.length === 0 ? 'The definition' : path.join(' › ')
  const value = path.reduce<unknown>((holder, step) => (Array.isArray(holder) ? holder[Number(step)] : fieldsOf(holder)[step]), root)
  const found = typeof value === 'string' || typeof value === 'number' ? ` (found: ${String(value).slice(0, 80)})` : ''
  return `${place}: ${message}${found}`
}
