import { invalidField, problem, type Problem } from '../problem.ts'
import type { Check, Keyword, KeywordContext } from './check.ts'

function problemsOf(check: Check, value: unknown, path: (string | number)[]): Problem[] {
  const problems: Problem[] = []
  check(value, path, problems)
  return problems
}

function compileAll(schemas: unknown, name: string, { compile, mistake, where }: KeywordContext): Check[] | undefined {
  if (!Array.isArray(schemas) || schemas.length === 0) return mistake(`'${name}' is a list of at least one schema`)
  return schemas.map((schema, index) => compile(schema, `${where}/${name}/${index}`))
}

/** Of several failed ways the one that came nearest tells best what to do. */
function nearest(attempts: readonly Problem[][], path: (string | number)[], value: unknown): readonly Problem[] {
  const deepest = attempts.toSorted((left, right) => depthOf(right) - depthOf(left) || left.length - right.length)[0]
  return deepest && depthOf(deepest) > path.length ? deepest : [invalidField(path, value, describe(attempts))]
}

function depthOf(problems: readonly Problem[]): number {
  return Math.max(0, ...problems.map(({ path }) => path.length))
}

function describe(attempts: readonly Problem[][]): string {
  const allowed = attempts.flatMap(problems => problems.slice(0, 1).map(({ message }) => message.split(' is not valid: ')[1] ?? message))
  return [...new Set(allowed)].join(', or ')
}

/** Keywords that put schemas together. */
export const combinationKeywords: Readonly<Record<string, Keyword>> = {
  allOf(schemas, context) {
    const checks = compileAll(schemas, 'allOf', context)
    return checks && ((value, path, problems) => checks.forEach(check => check(value, path, problems)))
  },
  anyOf(schemas, context) {
    const checks = compileAll(schemas, 'anyOf', context)
    return (
      checks &&
      ((value, path, problems) => {
        const attempts: Problem[][] = []
        for (const check of checks) {
          const found = problemsOf(check, value, path)
          if (found.length === 0) return
          attempts.push(found)
        }
        problems.push(...nearest(attempts, path, value))
      })
    )
  },
  oneOf(schemas, context) {
    const checks = compileAll(schemas, 'oneOf', context)
    return (
      checks &&
      ((value, path, problems) => {
        const attempts = checks.map(check => problemsOf(check, value, path))
        const fitting = attempts.filter(found => found.length === 0).length
        if (fitting === 0) problems.push(...nearest(attempts, path, value))
        else if (fitting > 1)
          problems.push(invalidField(path, value, `exactly one of ${checks.length} ways to write it, and it fits ${fitting}`))
      })
    )
  },
  not(schema, { compile, where }) {
    const check = compile(schema, `${where}/not`)
    return (value, path, problems) => {
      if (problemsOf(check, value, path).length === 0) problems.push(problem(path, 'is written in a way that is not allowed here'))
    }
  },
  if(schema, { schema: siblings, compile, where }) {
    const condition = compile(schema, `${where}/if`)
    const branches = ['then', 'else'].map(name => (siblings[name] === undefined ? undefined : compile(siblings[name], `${where}/${name}`)))
    return (value, path, problems) => {
      const branch = problemsOf(condition, value, path).length === 0 ? branches[0] : branches[1]
      branch?.(value, path, problems)
    }
  },
}
