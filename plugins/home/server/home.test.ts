import { startTestServer } from '@portico/core/testing'
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { homePlugin } from './index.ts'

test('a mistake in the config of the home page is named with its key', async () => {
  const mistakeOf = async (home: object) => {
    const server = await startTestServer({ plugins: [homePlugin], config: { home } })
    const [plugin] = server.server.inspection.plugins()
    await server.stop()
    return plugin?.error
  }
  expect(await mistakeOf({ clocks: [{ label: 'Base', timeZone: 'Mars/Base' }] })).toMatch(/home\.clocks.*time zone/s)
  expect(await mistakeOf({ layout: [{ widget: 'home/joke', column: 13 }] })).toContain('home.layout')
  expect(await mistakeOf({ jokes: { proxyPath: 'https://jokes.example.com' } })).toContain('home.jokes.proxyPath')
  expect(await mistakeOf({ layout: [{ widget: 'home/joke', column: 12 }], visits: { limit: 20 } })).toBeUndefined()
})

test('new clocks and tools of the config are on the page without a restart', async () => {
  const clocks = (label: string) => ({ home: { clocks: [{ label, timeZone: 'Europe/Lisbon' }] } })
  const { server, configFile, stop } = await startTestServer({ plugins: [homePlugin], config: clocks('Before') })
  const { backend } = JSON.parse(readFileSync(configFile, 'utf8')) as Record<string, unknown>
  writeFileSync(configFile, JSON.stringify({ backend, ...clocks('After') }))
  await server.config.reload()
  expect(server.config.changes()).toEqual({ inForce: ['home.clocks'], needsRestart: [] })
  expect(JSON.stringify(server.config.frontend())).toContain('After')
  await stop()
})
