export interface ValidationError {
  readonly message: string
  /** A JSON pointer. */
  readonly path: string
}

const isChoice = ({ message }: ValidationError) => /\b(?:oneOf|anyOf)\b/.test(message)

const isCondition = /^(?:if )?must match "(?:then|else)" schema$/

/**
 * One error for one mistake. Where a value may have one of several forms, the validator tells why it has none of them, form by form, and
 * the same again for everything around it.
 */
export function reduceErrors(all: readonly ValidationError[]): ValidationError[] {
  // The schema of OpenAPI 3.0 forgets the reference of a path item. That a condition is not met follows from what is wrong inside of it.
  const errors = all.filter(({ message }) => !message.startsWith('Property $ref is not expected') && !isCondition.test(message))
  const choices = new Set(errors.filter(isChoice).map(({ path }) => path))
  const around = new Set([...choices].flatMap(path => ancestorsOf(path)))
  const deepest = new Set([...choices].filter(path => !around.has(path)))
  const byChoice = new Map<string, ValidationError[]>()
  const kept: ValidationError[] = []
  for (const error of errors) {
    const choice = [error.path, ...ancestorsOf(error.path)].find(path => deepest.has(path))
    if (choice !== undefined) byChoice.set(choice, [...(byChoice.get(choice) ?? []), error])
    else if (!choices.has(error.path)) kept.push(error)
  }
  for (const [path, reasons] of byChoice) kept.push(joined(path, reasons))
  return kept
}

function joined(path: string, reasons: readonly ValidationError[]): ValidationError {
  const below = reasons.filter(reason => reason.path !== path)
  const [only] = below
  const isOnly = reasons.every(reason => isChoice(reason) || (reason.message === only?.message && reason.path === only.path))
  if (only && isOnly) return only
  const unexpected = reasons.flatMap(({ message, path: at }) =>
    at === path ? (/^Property (\S+) is not expected/.exec(message)?.[1] ?? []) : [],
  )
  const fields = new Set([...below.map(reason => reason.path.slice(path.length + 1).split('/')[0] as string), ...unexpected])
  const hint = fields.size > 0 ? `. Look at ${[...fields].slice(0, 5).join(', ')}` : ''
  return { path, message: `has none of the forms that are allowed here${hint}` }
}

function ancestorsOf(path: string): string[] {
  const found: string[] = []
  for (let end = path.lastIndexOf('/'); end >= 0; end = path.lastIndexOf('/', end - 1)) {
    found.push(path.slice(0, end))
    if (end === 0) break
  }
  return found
}
