import { startTestServer } from '@portico/core/testing'
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { homePlugin } from './index.ts'

test('a mistake in the config of the home page is named with its key', async () => {
  const start = (home: object) => startTestServer({ plugins: [homePlugin], config: { home } })
  await expect(start({ clocks: [{ label: 'Base', timeZone: 'Mars/Base' }] })).rejects.toThrow(/home\.clocks.*time zone/s)
  await expect(start({ layout: [{ widget: 'home/joke', column: 13 }] })).rejects.toThrow(/home\.layout/)
  await expect(start({ jokes: { proxyPath: 'https://jokes.example.com' } })).rejects.toThrow(/home\.jokes\.proxyPath/)
  const server = await start({ layout: [{ widget: 'home/joke', column: 12 }], visits: { limit: 20 } })
  await server.stop()
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
