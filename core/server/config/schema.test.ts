import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { configJsonSchema } from './json-schema.ts'
import { frontend, frontendDeep, secret } from './schema.ts'
import { frontendPart, redacted, secretsIn, withDefaults } from './visibility.ts'

describe('marks survive being wrapped', () => {
  const wraps: Record<string, (schema: z.ZodString) => z.ZodType> = {
    bare: schema => schema,
    optional: schema => schema.optional(),
    default: schema => schema.default('x'),
    prefault: schema => schema.prefault('x'),
    nullable: schema => schema.nullable(),
    readonly: schema => schema.readonly(),
    catch: schema => schema.catch('x'),
    described: schema => schema.describe('text'),
    checked: schema => schema.min(1).refine(() => true),
    transformed: schema => schema.transform(text => text.length),
    piped: schema => z.string().pipe(schema),
    preprocessed: schema => z.preprocess(value => value, schema),
    union: schema => z.union([schema, z.number()]),
    lazy: schema => z.lazy(() => schema),
    intersection: schema => z.intersection(schema, z.string()),
    several: schema => schema.optional().nullable().default('x').describe('text'),
  }

  it.each(Object.entries(wraps))('secret, %s', (_name, wrap) => {
    const inside = z.object({ key: wrap(secret(z.string())) })
    const outside = z.object({ key: secret(wrap(z.string())) })
    for (const schema of [inside, outside, frontendDeep(inside), frontendDeep(outside).optional()]) {
      expect(redacted([schema], { key: 'hunter22' })).toEqual({ key: '<secret>' })
      expect(secretsIn([schema], { key: 'hunter22' })).toEqual(['hunter22'])
      expect(JSON.stringify(frontendPart([schema], { key: 'hunter22' })) ?? '').not.toContain('hunter22')
    }
  })

  it.each(Object.entries(wraps))('frontend, %s', (_name, wrap) => {
    for (const schema of [z.object({ key: wrap(frontend(z.string())) }), z.object({ key: frontend(wrap(z.string())) })]) {
      expect(frontendPart([schema], { key: 'seen' })).toEqual({ key: 'seen' })
    }
  })

  it('a shared schema is not marked by marking a field', () => {
    const shared = z.string()
    const schema = z.object({ open: frontend(shared), closed: shared, hidden: secret(shared) })
    expect(frontendPart([schema], { open: 'a', closed: 'b', hidden: 'c' })).toEqual({ open: 'a' })
    expect(redacted([schema], { open: 'a', closed: 'b', hidden: 'c' })).toEqual({ open: 'a', closed: 'b', hidden: '<secret>' })
  })
})

describe('what the browser gets', () => {
  const schema = z.object({
    title: frontend(z.string().default('Untitled')),
    token: secret(z.string()).optional(),
    plain: z.string().optional(),
    inner: z.object({ seen: frontend(z.number()).optional(), unseen: z.number().optional() }).optional(),
    present: frontend(z.object({ field: z.string().optional() })).optional(),
    deep: frontendDeep(
      z.object({ any: z.unknown(), list: z.array(z.object({ name: z.string(), password: secret(z.string()).optional() })) }).partial(),
    ).optional(),
    list: z.array(z.object({ name: frontend(z.string()), path: z.string() })).optional(),
    names: frontend(z.array(z.string())).optional(),
  })

  it('only what is marked, defaults included; parents without visible children vanish', () => {
    expect(frontendPart([schema], {})).toEqual({ title: 'Untitled' })
    expect(frontendPart([schema], { token: 'tttt', plain: 'p', inner: { unseen: 1 } })).toEqual({ title: 'Untitled' })
    expect(frontendPart([schema], { title: 'T', inner: { seen: 1, unseen: 2 }, names: ['a'] })).toEqual({
      title: 'T',
      inner: { seen: 1 },
      names: ['a'],
    })
    expect(frontendPart([schema], { list: [{ name: 'n', path: 'p' }] })).toEqual({ title: 'Untitled', list: [{ name: 'n' }] })
  })

  it('a marked object shows even when it is empty, and its unmarked fields do not', () => {
    expect(frontendPart([schema], { present: { field: 'hidden' } })).toEqual({ title: 'Untitled', present: {} })
  })

  it('a deep mark shows everything inside but secrets', () => {
    const deep = { any: { a: [1, { b: 2 }] }, list: [{ name: 'n', password: 'hunter22' }] }
    expect(frontendPart([schema], { deep })).toEqual({ title: 'Untitled', deep: { any: { a: [1, { b: 2 }] }, list: [{ name: 'n' }] } })
  })
})

describe('what is hidden', () => {
  it('everything inside a secret is, whatever its shape', () => {
    const schema = z.object({ headers: secret(z.record(z.string(), z.unknown())) })
    const value = { headers: { 'x-key': 'abcdef', more: ['ghijkl', { n: 123456 }] } }
    expect(redacted([schema], value)).toEqual({ headers: '<secret>' })
    expect(secretsIn([schema], value)).toEqual(['abcdef', 'ghijkl', '123456'])
  })

  it('the option of a union that fits decides', () => {
    const schema = z.union([secret(z.string()), z.object({ host: z.string(), password: secret(z.string()) })])
    expect(redacted([schema], 'postgres://u:p%40ss@h/d')).toBe('<secret>')
    expect(redacted([schema], { host: 'h', password: 'p' })).toEqual({ host: 'h', password: '<secret>' })
    expect(secretsIn([schema], 'postgres://u:p%40ss@h/d')).toEqual(['postgres://u:p%40ss@h/d', 'p%40ss', 'p@ss'])
  })

  it('where there is no schema, keys that are named like secrets are', () => {
    const value = { integrations: { github: [{ host: 'github.com', token: 'ghp_1', apps: [{ privateKey: 'k', clientSecret: 's' }] }] } }
    expect(redacted(undefined, value)).toEqual({
      integrations: { github: [{ host: 'github.com', token: '<secret>', apps: [{ privateKey: '<secret>', clientSecret: '<secret>' }] }] },
    })
    expect(redacted([z.object({ options: z.record(z.string(), z.unknown()) })], { options: { apiKey: 'x', size: 1 } })).toEqual({
      options: { apiKey: '<secret>', size: 1 },
    })
  })
})

describe('defaults and JSON Schema', () => {
  it('defaults are filled in at every depth', () => {
    const schema = z.object({
      a: z.object({ b: z.string().default('x'), c: z.number().optional() }).prefault({}),
      list: z.array(z.object({ d: z.number().default(1) })).optional(),
    })
    expect(withDefaults([schema], {})).toEqual({ a: { b: 'x' } })
    expect(withDefaults([schema], { list: [{}], a: { c: 2 } })).toEqual({ a: { b: 'x', c: 2 }, list: [{ d: 1 }] })
  })

  it('nested sections are at the right path, with descriptions, marks and working references', () => {
    interface Tree {
      name: string
      children?: Tree[] | undefined
    }
    const tree: z.ZodType<Tree> = z.object({ name: z.string(), children: z.lazy(() => z.array(tree)).optional() })
    const schema = configJsonSchema([
      { owner: 'b', section: 'catalog.providers.github', schema: z.object({ token: secret(z.string()).describe('The token') }) },
      { owner: 'a', section: 'catalog', schema: z.strictObject({ tree: tree.optional() }) },
    ])
    const token = { type: 'string', description: 'The token', visibility: 'secret' }
    expect(schema).toMatchObject({
      properties: { catalog: { $id: 'portico:catalog', properties: { providers: { properties: { github: { properties: { token } } } } } } },
    })
    expect(JSON.stringify(schema)).toContain('#/$defs/')
  })
})
