import { document, file, startCatalog } from '@portico/catalog/testing'
import { runCommandLine } from '@portico/core/server/command-line'
import { eventually } from '@portico/core/testing'
import { expect, test } from 'vitest'
import { searchApi } from '@portico/search/common'
import { searchPlugin } from '../index.ts'

test('the command line searches the database, explains the order, and asks the servers for a run', async () => {
  const catalog = await startCatalog(
    { 'a.yaml': file(document('Component', 'payment-gateway'), document('Component', 'order-service')) },
    { plugins: [searchPlugin] },
  )
  const printed: string[] = []
  const warned: string[] = []
  const run = async (...argv: string[]) => {
    printed.length = 0
    warned.length = 0
    return runCommandLine([...argv, '--config', catalog.server.configFile], {
      plugins: catalog.plugins,
      version: '0',
      env: {},
      cwd: catalog.folder,
      print: line => void printed.push(line),
      warn: line => void warned.push(line),
    })
  }
  await eventually(async () => expect((await catalog.server.call(searchApi.getStatus)).types[0]?.documents).toBeGreaterThanOrEqual(2))
  expect(await run('search', 'query', 'paymnet', 'gateway')).toBe(0)
  expect(printed.join('\n')).toContain('1. payment-gateway (software-catalog) /catalog/default/component/payment-gateway')
  expect(printed.join('\n')).toContain("paymnet is close to 'payment' in name")
  expect(await run('search', 'query', 'payment', '--json', '--limit', '1')).toBe(0)
  expect(JSON.parse(printed.join('\n'))).toMatchObject({ total: 1, results: [{ rank: 1, type: 'software-catalog' }] })
  expect(await run('search', 'query', 'payment', '--limit', 'x')).toBe(2)
  expect(await run('search', 'index', 'nothing')).toBe(2)
  expect(warned.join()).toContain("There are no search documents of type 'nothing'")
  const before = (await catalog.server.call(searchApi.getStatus)).types[0]!.startedAt
  expect(await run('search', 'index', 'software-catalog')).toBe(0)
  expect(printed.join('\n')).toMatch(/^software-catalog: \d+ documents, to be read again$/)
  await eventually(async () => expect((await catalog.server.call(searchApi.getStatus)).types[0]!.startedAt).not.toBe(before))
  await catalog.stop()
})
