import { parseSource } from './syntax.ts'
import { expect, test } from 'vitest'
import { withoutSchemas } from './strip-schemas.ts'

const source = `
import { z } from 'zod'
import { defineContract, get, post } from '@portico/core/common'
const Pet = z.object({ name: z.string().min(1) })
export type Pet = z.output<typeof Pet>
const user = { access: 'user', noStore: true } as const
const fields = { name: z.string(), age: z.number() } as const
export const pets = new Map<string, Pet>()
export const petLimits = { name: 100 }
export const petsApi = defineContract('pets', {
  listPets: get('/pets', { access: 'signed-in', summary: 'All', query: z.object({ text: z.string().optional() }), reply: z.array(Pet) }),
  addPet: post('/pets', { ...user, body: z.object(fields), reply: Pet, status: 201 }),
  followPets: get('/events', { access: 'user', events: { added: Pet, 'gone-away': z.object({ name: z.string() }) } }),
})
export const isPet = (value: unknown) => Pet.safeParse(value).success
`

const strip = (code: string, file = `${process.cwd()}/plugins/pets/common/contract.ts`) => withoutSchemas(parseSource(code, file))
const contract = (routes: string) => `\nconst spec = { access: 'user' }\nexport const petsApi = defineContract('pets', ${routes})`

test('routes keep where they are and what they answer with, and lose the rest', () => {
  const stripped = strip(source)
  expect(stripped).toContain(`get('/pets', { reply: true })`)
  expect(stripped).toContain(`post('/pets', { reply: true, status: 201 })`)
  expect(stripped).toContain(`get('/events', { events: { "added": true, "gone-away": true } })`)
})

test('sections and the settings of extensions keep their names and lose their schemas', () => {
  const stripped = strip(`
import { z } from 'zod'
const food = z.string().default('hay')
export const petsSection = defineFrontendSection('pets', z.object({ food }).prefault({}))
export const cardConfig = defineExtensionConfig('card:pets/food', z.object({ limit: z.int() }))`)
  expect(stripped).toContain(`defineFrontendSection('pets', undefined)`)
  expect(stripped).toContain(`defineExtensionConfig('card:pets/food', undefined)`)
})

test('what is declared by a call may be dropped where nobody reads it, and is as it was where somebody does', () => {
  const stripped = strip(source)
  expect(stripped).toContain(`const Pet = /* @__PURE__ */ (() => (z.object({ name: z.string().min(1) })))()`)
  expect(stripped).toContain(`const fields = /* @__PURE__ */ (() => ({ name: z.string(), age: z.number() } as const))()`)
  expect(stripped).toContain(`Pet.safeParse(value).success`)
  expect(stripped).toContain(`export const petLimits = { name: 100 }`)
})

test.each([
  ['routes that come from elsewhere', contract('routes'), 3],
  ['routes that are spread in', contract('{ ...routes }'), 3],
  ['a route made by another function', contract(`{\n  listPets: list('/pets', {}),\n}`), 4],
  ['a route whose path is put together', contract('{\n  listPets: get(`/${pets}`, {}),\n}'), 4],
  ['a route that is declared elsewhere', contract(`{\n  listPets: get('/pets', spec),\n}`), 4],
  ['a route with fields from elsewhere', contract(`{\n  listPets: get('/pets', {\n    ...elsewhere,\n  }),\n}`), 5],
  ['a field that the build does not know', contract(`{\n  listPets: get('/pets', {\n    access: 'user',\n    colour: 'red',\n  }),\n}`), 6],
  ['events from elsewhere', contract(`{\n  watch: get('/pets', {\n    events,\n  }),\n}`), 5],
  ['a section whose path is put together', `import { z } from 'zod'\nexport const pets = defineFrontendSection(path, z.object({}))`, 2],
  ['a module that does something when it is loaded', `import { z } from 'zod'\nz.config({})`, 2],
])('%s end the build, by file and line', (_what, code, line) => {
  expect(() => strip(code)).toThrow(`plugins/pets/common/contract.ts:${line}: `)
})

test('a contract outside of a common layer ends the build', () => {
  expect(() => strip(source, `${process.cwd()}/plugins/pets/web/pets.ts`)).toThrow('plugins/pets/web/pets.ts:1: Contracts and schemas')
})
