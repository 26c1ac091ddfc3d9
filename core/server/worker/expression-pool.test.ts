import { afterAll, expect, test } from 'vitest'
import { createExpressionPool } from './expression-pool.ts'

/** Ends its process at the expression 'end'; the others give their place. */
const program = new URL(
  `data:text/javascript,${encodeURIComponent(`
    export function answer({ parts, skipped }, report) {
      return parts.map((part, at) => {
        if (at in skipped) return skipped[at]
        report(at + 1)
        if (part === 'end') process.exit(1)
        return at
      })
    }`)}`,
)
let ended = 0
const pool = createExpressionPool({ log: { warn: () => void (ended += 1) } })
afterAll(pool.stop)

const run = (expressions: readonly string[], of?: string) =>
  pool.run<unknown[]>(
    program,
    { parts: expressions },
    { key: 'test', parts: expressions.map(expression => ({ expression, ...(of !== undefined && { of }) })) },
  )

test('an expression that ends its process costs itself, and is not tried again with the same input, nor after three with any', async () => {
  const reason = expect.stringContaining('takes more than')
  expect([await run(['one', 'end', 'two'], 'a'), ended]).toEqual([[0, reason, 2], 1])
  expect([await run(['end'], 'a'), ended]).toEqual([[reason], 1])
  expect([await run(['end'], 'b'), ended]).toEqual([[reason], 2])
  expect([await run(['end'], 'c'), ended]).toEqual([[reason], 3])
  expect([await run(['end', 'other'], 'd'), ended]).toEqual([[reason, 1], 3])
})
