import { toSourceStack } from './source-stack.ts'

const maximumCauses = 8

/** An error as fields for a log line: name, message, code, stack, its other own facts, and its causes all the way down. */
export function toErrorFacts(error: Error, depth = 0): Record<string, unknown> {
  const facts: Record<string, unknown> = { name: error.name, message: error.message }
  for (const key of Object.keys(error)) {
    const value = readField(error, key)
    if (value !== undefined && !(key in facts) && key !== 'stack' && key !== 'cause') facts[key] = value
  }
  if (error.stack !== undefined) facts['stack'] = toSourceStack(error.stack)
  if (error.cause !== undefined) facts['cause'] = toCauseFacts(error.cause, depth)
  if (error instanceof AggregateError) facts['errors'] = error.errors.slice(0, 20).map(each => toCauseFacts(each, depth))
  return facts
}

function toCauseFacts(cause: unknown, depth: number): unknown {
  if (!(cause instanceof Error)) return cause
  // A circular chain ends here too.
  return depth >= maximumCauses ? `${cause.name}: ${cause.message}` : toErrorFacts(cause, depth + 1)
}

/** A field, also when reading it throws. */
export function readField(object: object, key: string): unknown {
  try {
    return (object as Record<string, unknown>)[key]
  } catch {
    return '[unreadable]'
  }
}
