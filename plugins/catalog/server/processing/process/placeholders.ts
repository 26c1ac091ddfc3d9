import { inputError } from '@portico/core/common'
import { bundleReferences } from './bundle-references.ts'
import { parseYaml, resolveTarget, type PlaceholderContext } from '../read/included-file.ts'

type Resolve = (target: string, context: PlaceholderContext) => Promise<unknown>

const resolvers: Readonly<Record<string, Resolve>> = {
  $text: (target, { readText }) => readText(target),
  $json: async (target, { readText }) => parseJson(await readText(target), target),
  $yaml: async (target, context) => parseYaml(await context.readText(target), target, context),
  $openapi: bundleReferences,
  $asyncapi: bundleReferences,
}

const anyPlaceholder = /\$(?:text|json|yaml|openapi|asyncapi)\b/

/** Whether a document may hold placeholders, judged by its text. */
export function mayHavePlaceholders(text: string): boolean {
  return text.includes('$') && anyPlaceholder.test(text)
}

/**
 * The document with each `{ $text: path }` and its like replaced by what the path leads to. An object with any other key that begins with
 * `$` is left as it is, with all that it holds: it is part of a language that is not ours.
 */
export async function fillPlaceholders(document: unknown, context: PlaceholderContext): Promise<unknown> {
  if (Array.isArray(document)) return Promise.all(document.map(item => fillPlaceholders(item, context)))
  if (typeof document !== 'object' || document === null) return document
  const entries = Object.entries(document)
  const [first] = entries
  if (entries.length === 1 && first && Object.hasOwn(resolvers, first[0])) return fill(first[0], first[1], context)
  if (entries.some(([key]) => key.startsWith('$'))) return document
  return Object.fromEntries(await Promise.all(entries.map(async ([key, value]) => [key, await fillPlaceholders(value, context)] as const)))
}

async function fill(key: string, value: unknown, context: PlaceholderContext): Promise<unknown> {
  if (typeof value !== 'string' || value === '') throw inputError(`The placeholder ${key} needs a path or an address`)
  try {
    return await resolvers[key]?.(resolveTarget(value, context), context)
  } catch (failure) {
    if (!context.insteadOf) throw failure
    return context.insteadOf(failure, value)
  }
}

function parseJson(text: string, target: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw inputError(`${target} is not JSON: ${(error as Error).message}`)
  }
}
