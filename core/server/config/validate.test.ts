import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { notice, secret, unused } from './schema.ts'
import { checkConfig } from './validate.ts'
import type { SectionClaim } from './validate.ts'

function check(data: Record<string, unknown>, sections: Record<string, z.ZodType>, texts: Record<string, string> = {}) {
  const claims: SectionClaim[] = Object.entries(sections).map(([section, schema]) => ({ owner: 'core', section, schema }))
  const checked = checkConfig({ folder: '.', data, locationOf: () => 'app-config.yaml:1', textOf: path => texts[path.join('.')] }, claims)
  return { ...checked, values: Object.fromEntries([...checked.sections].map(([name, section]) => [name, section.value])) }
}

describe('mistakes', () => {
  it('those of all sections are reported together, with key, what is expected, what was found, and where', () => {
    const sections = {
      one: z.object({
        port: z.int(),
        name: z.string(),
        on: z.boolean(),
        list: z.array(z.string()),
        level: z.enum(['low', 'high']),
        sub: z.object({ x: z.number() }),
      }),
      two: z.object({ url: z.url('expected an address'), either: z.union([z.number(), z.object({ a: z.string() })]) }),
    }
    const data = { one: { port: 1.5, on: 'maybe', list: 'a', level: 'mid', sub: [] }, two: { url: 'no', either: true } }
    expect(check(data, sections).mistakes).toEqual([
      'one.port: expected a whole number, found 1.5 (app-config.yaml:1)',
      'one.name: is required, expected a text (app-config.yaml:1)',
      'one.on: expected true or false, found "maybe" (app-config.yaml:1)',
      'one.list: expected a list, found a text (app-config.yaml:1)',
      'one.level: expected "low" or "high", found "mid" (app-config.yaml:1)',
      'one.sub: expected an object, found a list (app-config.yaml:1)',
      'two.url: expected an address (app-config.yaml:1)',
      'two.either: expected a number or an object, found true (app-config.yaml:1)',
    ])
  })

  it('in a union, the message is about the option that was meant', () => {
    const schema = z.object({ target: z.union([z.string(), z.object({ host: z.string(), port: z.number() })]) })
    expect(check({ s: { target: { host: 'h', port: 'x' } } }, { s: schema }).mistakes).toEqual([
      's.target.port: expected a number, found "x" (app-config.yaml:1)',
    ])
  })

  it('never show a secret, not even one at the wrong key', () => {
    const schema = z.object({
      token: secret(z.string().min(20, { error: issue => `${String(issue.input)} is too short` })),
      password: secret(z.int()),
      login: z.object({ password: secret(z.string()) }),
      either: z.union([secret(z.string().regex(/^x/)), z.object({ key: secret(z.string()) })]),
    })
    const { mistakes } = check({ s: { token: 'hunter22', password: 'hunter22', login: 'hunter22', either: 'hunter22' } }, { s: schema })
    expect(mistakes).toHaveLength(4)
    expect(mistakes.join()).not.toContain('hunter22')
  })

  it('null in a list is one', () => {
    expect(check({ s: { list: ['a', null] } }, { s: z.object({ list: z.array(z.string()) }) }).mistakes).toEqual([
      's.list[1]: is required, expected a text (app-config.yaml:1)',
    ])
  })
})

describe('unknown keys', () => {
  const schema = z.strictObject({
    title: z.string().optional(),
    support: z.object({ url: z.string().optional() }).optional(),
    list: z.array(z.object({ name: z.string() })).optional(),
  })

  it('are warnings with the nearest known key, also for strict schemas, and do not reach the owner', () => {
    const { mistakes, warnings, values } = check(
      { app: { titel: 'x', support: { URL: 'x' }, list: [{ name: 'n', zzz: 1 }], title: 'T' } },
      { app: schema },
    )
    expect(mistakes).toEqual([])
    expect(warnings).toEqual([
      "app.titel: unknown key, did you mean 'title'? (app-config.yaml:1)",
      "app.support.URL: unknown key, did you mean 'url'? (app-config.yaml:1)",
      'app.list[0].zzz: unknown key (app-config.yaml:1)',
    ])
    expect(values['app']).toEqual({ title: 'T', support: {}, list: [{ name: 'n' }] })
  })

  it('unknown sections are reported too', () => {
    const { warnings } = check(
      { ap: {}, catalog: { rules: [], providers: { github: {}, gitlab: {} } } },
      { app: schema, 'catalog.providers.github': z.object({}) },
    )
    expect(warnings).toEqual([
      "ap: unknown section, did you mean 'app'? (app-config.yaml:1)",
      'catalog.rules: unknown key (app-config.yaml:1)',
      "catalog.providers.gitlab: unknown key, did you mean 'github'? (app-config.yaml:1)",
    ])
  })

  it('records and loose objects take any key', () => {
    expect(
      check({ s: { anything: { x: 1 } }, l: { y: 2 } }, { s: z.record(z.string(), z.object({ x: z.number() })), l: z.looseObject({}) }),
    ).toMatchObject({
      warnings: [],
      values: { s: { anything: { x: 1 } }, l: { y: 2 } },
    })
  })

  it('known keys without effect, and values with a notice, give warnings', () => {
    const schema = z.object({
      old: unused('has no effect'),
      quiet: unused(),
      client: notice(z.string(), value => (value === 'x' ? 'x is odd' : undefined)).optional(),
    })
    expect(check({ s: { old: 1, quiet: 1, client: 'x' } }, { s: schema }).warnings).toEqual([
      's.old: has no effect (app-config.yaml:1)',
      's.client: x is odd (app-config.yaml:1)',
    ])
    expect(check({ s: { client: 'y' } }, { s: schema }).warnings).toEqual([])
  })
})

describe('sections', () => {
  it('one inside another is cut out of it', () => {
    const sections = {
      catalog: z.strictObject({ rules: z.array(z.string()).default([]) }),
      'catalog.providers.github': z.strictObject({ org: z.string() }),
    }
    const { mistakes, warnings, values } = check({ catalog: { rules: ['a'], providers: { github: { org: 'o' } } } }, sections)
    expect([mistakes, warnings]).toEqual([[], []])
    expect(values).toEqual({ catalog: { rules: ['a'] }, 'catalog.providers.github': { org: 'o' } })
  })

  it('one that is not written counts as empty, or as absent where the schema takes that', () => {
    const sections = {
      a: z.object({ x: z.number().default(1) }),
      b: z.object({}).optional(),
      c: z.boolean().default(false),
      d: z.object({ needed: z.string() }),
    }
    const { mistakes, values } = check({}, sections)
    expect(values).toMatchObject({ a: { x: 1 }, b: undefined, c: false })
    expect(mistakes).toEqual(['d.needed: is required, expected a text (app-config.yaml:1)'])
  })

  it('two owners of one are an error that names both', () => {
    const claim = (owner: string) => ({ owner, section: 'catalog', schema: z.object({}) })
    expect(() =>
      checkConfig({ folder: '.', data: {}, locationOf: () => undefined, textOf: () => undefined }, [claim('catalog'), claim('search')]),
    ).toThrow("The config section 'catalog' is claimed by both 'catalog' and 'search'")
  })
})

describe('conversion', () => {
  const schema = z
    .object({
      port: z.number(),
      on: z.boolean(),
      text: z.string(),
      both: z.union([z.string(), z.number()]),
      off: z.union([z.literal(false), z.array(z.string())]),
    })
    .partial()

  it('texts become numbers and booleans where those are wanted, and only there', () => {
    expect(check({ s: { port: '7007', on: 'true', text: '5', both: '5', off: 'false' } }, { s: schema }).values['s']).toEqual({
      port: 7007,
      on: true,
      text: '5',
      both: '5',
      off: false,
    })
    expect(check({ s: { port: '', on: 'x' } }, { s: schema }).mistakes).toHaveLength(2)
  })

  it('a number typed into the environment is the text as it was typed where a text is wanted; one in a file is a mistake', () => {
    expect(check({ s: { text: 1.1 } }, { s: schema }, { 's.text': '1.10' }).values['s']).toEqual({ text: '1.10' })
    expect(check({ s: { text: 1.1 } }, { s: schema }).mistakes).toEqual(['s.text: expected a text, found 1.1 (app-config.yaml:1)'])
  })
})
