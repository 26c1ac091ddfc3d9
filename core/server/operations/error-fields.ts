import { toSourceStack } from './source-stack.ts'

const maximumCauses = 8

/** An error as fields for a log line: name, message, code, stack, its other own fields, and its causes all the way down. */
export function toErrorFields(error: Error, depth = 0): Record<string, unknown> {
  const fields: Record<string, unknown> = { name: error.name, message: error.message }
  for (const key of Object.keys(error)) {
    const value = readField(error, key)
    if (value !== undefined && !(key in fields) && key !== 'stack' && key !== 'cause') fields[key] = value
  }
  if (error.stack !== undefined) fields['stack'] = toSourceStack(error.stack)
  if (error.cause !== undefined) fields['cause'] = toCauseFields(error.cause, depth)
  if (error instanceof AggregateError) fields['errors'] = error.errors.slice(0, 20).map(each => toCauseFields(each, depth))
  return fields
}

function toCauseFields(cause: unknown, depth: number): unknown {
  if (!(cause instanceof Error)) return cause
  // A circular chain ends here too.
  return depth >= maximumCauses ? `${cause.name}: ${cause.message}` : toErrorFields(cause, depth + 1)
}

/** A field, also when reading it throws. */
export function readField(object: object, key: string): unknown {
  try {
    return (object as Record<string, unknown>)[key]
  } catch {
    return '[unreadable]'
  }
}
