/** Where in a document: keys and list indexes from the root. */
export type ProblemPath = readonly (string | number)[]

/** One thing that is wrong with a document. The message names the field, what was found and what is allowed. */
export interface Problem {
  readonly path: ProblemPath
  readonly message: string
}

/** A field whose value is not allowed. */
export function invalidField(path: ProblemPath, found: unknown, allowed: string): Problem {
  return problem(path, `${showValue(found)} is not valid: ${allowed}`)
}

/** A required field that is missing. */
export function missingField(path: ProblemPath, allowed: string): Problem {
  return problem(path, `is missing: ${allowed}`)
}

/** A problem with its own sentence. */
export function problem(path: ProblemPath, sentence: string): Problem {
  return { path: [...path], message: path.length === 0 ? `The document ${sentence}` : `${showPath(path)}: ${sentence}` }
}

/** `spec.dependsOn[1]` */
export function showPath(path: ProblemPath): string {
  return path.map((key, index) => (typeof key === 'number' ? `[${key}]` : index === 0 ? key : `.${key}`)).join('')
}

/** A value as it is written in a message: short, and never a whole document. */
export function showValue(value: unknown): string {
  if (typeof value === 'string') return value.length > 80 ? `'${value.slice(0, 77)}…'` : `'${value}'`
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
