import { startTestServer } from '@portico/core/testing'
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
