import { expect, test } from 'vitest'
import { withoutSchemas } from './leave-schemas.ts'
import { parseAst } from 'vite'

const source = `
import { z } from 'zod'
import { defineContract, get, post } from '@portico/core/common'
const Pet = z.object({ name: z.string().min(1) })
export const pets = new Map()
export const petsApi = defineContract('pets', {
  listPets: get('/pets', { access: 'signed-in', summary: 'All', query: z.object({ text: z.string().optional() }), reply: z.array(Pet) }),
  addPet: post('/pets', { access: 'user', body: Pet }),
  followPets: get('/events', { access: 'user', events: { added: Pet, gone: z.object({ name: z.string() }) } }),
})
export const isPet = (value) => Pet.safeParse(value).success
`

const shortened = withoutSchemas(source, parseAst(source))

test('routes keep where they are and whether they answer, and lose their schemas', () => {
  expect(shortened).toContain(`get('/pets', { access: 'signed-in', summary: 'All', query: undefined, reply: true })`)
  expect(shortened).toContain(`post('/pets', { access: 'user', body: undefined })`)
  expect(shortened).toContain(`get('/events', { access: 'user', events: { added: true, gone: true } })`)
})

test('what is declared by a call may be dropped where nobody reads it, and is as it was where somebody does', () => {
  expect(shortened).toContain(`const Pet = /* @__PURE__ */ (() => z.object({ name: z.string().min(1) }))()`)
  expect(shortened).toContain(`Pet.safeParse(value).success`)
  expect(shortened).toContain(`export const pets = new Map()`)
})
