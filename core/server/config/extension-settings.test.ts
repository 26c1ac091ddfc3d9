import { defineExtensionConfig, defineFrontendSection } from '@portico/core/common'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { ConfigError } from './config-error.ts'
import { sectionClaims } from './core-config.ts'
import { openConfig } from './open.ts'
import { frontendSections } from './schema.ts'

const changes = defineExtensionConfig(
  'card:pets/changes',
  z.strictObject({ limit: z.int().max(20).default(3), title: z.string().optional() }),
)
const foodSection = defineFrontendSection('pets.food', z.strictObject({ kind: z.string().toLowerCase().default('hay') }).prefault({}))

async function open(yaml: string) {
  const cwd = mkdtempSync(path.join(tmpdir(), 'portico-extensions-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  writeFileSync(path.join(cwd, 'app-config.yaml'), yaml)
  const plugins = [{ id: 'pets', config: frontendSections(foodSection) }]
  const config = await openConfig({ cwd, env: {}, sections: sectionClaims(plugins), extensions: [changes] })
  onTestFinished(() => config.close())
  const [part] = config.frontend()
  return { config, data: part?.data as { app: { extensions: unknown[] }; pets: { food: unknown } } }
}

test('extensions reach the browser with the defaults of their settings, whether they are set or not', async () => {
  expect((await open('app: {}')).data.app.extensions).toEqual([{ 'card:pets/changes': { config: { limit: 3 } } }])
  const written = `
app:
  extensions:
    - card:pets/about
    - card:pets/links: false
    - card:pets/changes: { order: 1, config: { limit: 5 } }
    - card:pets/changes: { when: { kind: dog }, config: { title: Barks } }
    - card:shop/other: { config: { anything: [1] } }
`
  expect((await open(written)).data.app.extensions).toEqual([
    { 'card:pets/changes': { config: { limit: 3 } } },
    'card:pets/about',
    { 'card:pets/links': false },
    { 'card:pets/changes': { order: 1, config: { limit: 5 } } },
    { 'card:pets/changes': { when: { kind: 'dog' }, config: { limit: 5, title: 'Barks' } } },
    { 'card:shop/other': { config: { anything: [1] } } },
  ])
})

test('a mistake in the settings of an extension stops the start and is reported with its position', async () => {
  const error = await open('app:\n  extensions:\n    - card:pets/changes: { config: { limit: many } }\n').catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ConfigError)
  expect((error as ConfigError).mistakes).toEqual([
    'app.extensions[0].card:pets/changes.config.limit: expected a number, found "many" (app-config.yaml:3)',
  ])
})

test('an entry names one extension, and unknown keys are reported', async () => {
  await expect(open('app: { extensions: [{ a: true, b: true }] }')).rejects.toThrow('expected one extension')
  await expect(open('app: { extensions: [{ a: { order: first } }] }')).rejects.toThrow('app.extensions[0].a.order')
  const { config } = await open('app: { extensions: [{ a: { colour: red } }] }')
  expect(config.warnings).toContainEqual(expect.stringContaining('app.extensions[0].a.colour: unknown key'))
})

test('a section that is declared for the browser reaches it as its schema reads it, with its defaults', async () => {
  expect((await open('app: {}')).data.pets.food).toEqual({ kind: 'hay' })
  expect((await open('pets: { food: { kind: OATS } }')).data.pets.food).toEqual({ kind: 'oats' })
})
