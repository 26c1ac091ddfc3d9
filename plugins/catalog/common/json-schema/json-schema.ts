import { inputError } from '@portico/core/common'
import { problem } from '../problem.ts'
import type { Check, Keyword, KeywordContext } from './check.ts'
import { combinationKeywords } from './combination-keywords.ts'
import { resolvePointer } from './pointer.ts'
import { structureKeywords } from './structure-keywords.ts'
import { valueKeywords } from './value-keywords.ts'

const keywords: Readonly<Record<string, Keyword>> = { ...valueKeywords, ...structureKeywords, ...combinationKeywords }

// Read by people and editors, or beside another keyword; never a reason to refuse a value.
const silent = new Set(
  '$schema $id $comment $anchor $defs definitions title description default examples deprecated readOnly writeOnly contentMediaType contentEncoding then else minContains maxContains'.split(
    ' ',
  ),
)

/**
 * Compiles a schema once into a check that is fast and says field, found and allowed. Keywords that would be silently
 * ignored (remote refs, `unevaluatedProperties`) are mistakes: a rule that looks kept and is not is worse than none.
 */
export function compileJsonSchema(root: unknown): { check: Check; mistakes: readonly string[] } {
  const mistakes: string[] = []
  const byPointer = new Map<string, Check>()

  function compile(schema: unknown, where: string): Check {
    const mistake = (what: string) => void mistakes.push(`${where}: ${what}`)
    if (schema === true) return accept
    if (schema === false) return refuse
    if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
      mistake('a schema is an object, true or false')
      return accept
    }
    const rules = schema as Record<string, unknown>
    const checks: Check[] = []
    for (const [name, value] of Object.entries(rules)) {
      if (silent.has(name) || name.startsWith('x-')) continue
      const check = name === '$ref' ? refer(value, mistake) : compileKeyword(name, value, { schema: rules, compile, mistake, where })
      if (check) checks.push(check)
    }
    return together(checks)
  }

  /** Compiled on first use, so that a schema may refer to itself. */
  function refer(ref: unknown, mistake: KeywordContext['mistake']): Check | undefined {
    if (typeof ref !== 'string' || !/^#(\/|$)/.test(ref))
      return mistake(`only references inside the schema are followed ('#/$defs/x'), not '${String(ref)}'`)
    const target = resolvePointer(root, ref)
    if (target === undefined) return mistake(`'${ref}' leads nowhere`)
    if (!byPointer.has(ref)) {
      byPointer.set(ref, accept)
      byPointer.set(ref, compile(target, ref))
    }
    return guarded((value, path, problems) => byPointer.get(ref)?.(value, path, problems))
  }

  return { check: compile(root, '#'), mistakes }
}

/** The check of a schema that must be right. */
export function requireJsonSchema(schema: unknown, name: string): Check {
  const { check, mistakes } = compileJsonSchema(schema)
  if (mistakes.length > 0)
    throw inputError(`The schema of ${name} is not usable: ${mistakes.join('; ')}`, { code: 'catalog.invalid-schema' })
  return check
}

function compileKeyword(name: string, value: unknown, context: KeywordContext): Check | undefined {
  const keyword = Object.hasOwn(keywords, name) ? keywords[name] : undefined
  return keyword ? keyword(value, context) : context.mistake(`the keyword '${name}' is not supported`)
}

function together(checks: readonly Check[]): Check {
  if (checks.length <= 1) return checks[0] ?? accept
  return (value, path, problems) => {
    for (const check of checks) check(value, path, problems)
  }
}

/** A schema that refers to itself neither runs in circles on one value nor follows a document into the ground. */
function guarded(check: Check): Check {
  const busy = new Set<unknown>()
  return (value, path, problems) => {
    if (busy.has(value)) return
    if (path.length > deepest) {
      problems.push(problem(path, `is nested too deep: at most ${deepest} levels`))
      return
    }
    busy.add(value)
    check(value, path, problems)
    busy.delete(value)
  }
}

const deepest = 200

function accept(): void {}

const refuse: Check = (_value, path, problems) => {
  problems.push(problem(path, 'is not allowed here'))
}
