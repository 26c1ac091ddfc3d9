import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { createService } from '../src/service.js'

const service = createService()
let address = ''

before(async () => {
  service.listen(0)
  await once(service, 'listening')
  address = `http://localhost:${service.address().port}`
})

after(() => service.close())

test('it says that it is well', async () => {
  const response = await fetch(`${address}/health`)
  assert.equal(response.status, 200)
  assert.deepEqual(await response.json(), { status: 'ok' })
})

test('it does not know other paths', async () => {
  const response = await fetch(`${address}/nowhere`)
  assert.equal(response.status, 404)
})
