import { expect, test } from 'vitest'
import { withRetries } from './retry-imports.ts'
import { parseSource } from './syntax.ts'

test('each import() of a module is made by loadFile, and nothing else changes', () => {
  const code = `import { a } from './a.ts'
const texts: string = "import('./no.ts')"
export const page = { load: () => import('./Page.tsx'), more: async () => (await import('./more.ts')).more }
export type Later = typeof import('./types.ts')`
  expect(withRetries(parseSource(code, '/core/web/x.ts'), '/core/web/files/load-file.ts'))
    .toBe(`import { loadFile } from "/core/web/files/load-file.ts"
import { a } from './a.ts'
const texts: string = "import('./no.ts')"
export const page = { load: () => loadFile(() => import('./Page.tsx')), more: async () => (await loadFile(() => import('./more.ts'))).more }
export type Later = typeof import('./types.ts')`)
})

test('a module without import() stays as it is', () => {
  const code = 'export type Later = typeof import("./types.ts")'
  expect(withRetries(parseSource(code, '/ui/x.ts'), '/load-file.ts')).toBe(code)
})
