import { inputError } from '@portico/core/common/errors'

export interface MergeYamlOptions {
  readonly mergeArrays: boolean
  /** The document that has this field; the first one by default. */
  readonly field?: { readonly key: string; readonly value: string } | undefined
}

/** Merges data into a document of a YAML text, whose comments and layout stay. Throws for a text that is not YAML. */
export async function mergeYaml(file: string, text: string, added: unknown, { mergeArrays, field }: MergeYamlOptions): Promise<string> {
  // Seldom needed.
  const { isMap, isSeq, parseAllDocuments } = await import('yaml')
  const documents = [...parseAllDocuments(text)]
  const [problem] = documents.flatMap(({ errors }) => errors)
  if (problem) throw inputError(`${file} is not valid yaml: ${problem.message}`, { code: 'scaffolder.unreadable-file' })
  const target = field ? documents.find(each => isMap(each.contents) && each.get(field.key) === field.value) : documents[0]
  if (!target)
    throw inputError(`${file} has no document${field ? ` with ${field.key}: ${field.value}` : ''}`, { code: 'scaffolder.no-document' })

  function merge(path: readonly string[], given: unknown): void {
    const current = target?.getIn(path, true)
    if (isMap(current) && typeof given === 'object' && given !== null && !Array.isArray(given))
      return Object.entries(given).forEach(([key, value]) => merge([...path, key], value))
    if (isSeq(current) && Array.isArray(given) && mergeArrays) return given.forEach(item => current.add(target?.createNode(item)))
    // A number or a text in place of another keeps the comment behind it.
    target?.setIn(path, typeof given === 'object' ? target.createNode(given) : given)
  }
  merge([], added)
  return documents.map(String).join('')
}
