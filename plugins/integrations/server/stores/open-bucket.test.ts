import { startFakeBlob, startFakeGcs, startFakeS3, type FakeServer } from '@portico/integrations/testing'
import { generateKeyPairSync } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { openBucket, type Bucket } from './open-bucket.ts'

const fakes: FakeServer[] = []
afterEach(async () => {
  for (const fake of fakes.splice(0)) await fake.close()
})

async function expectWrittenAndRead(bucket: Bucket, objects: Map<string, Buffer>, types: Map<string, string>): Promise<void> {
  await bucket.write('default/component/a b/index.html', Buffer.from('<p>ü</p>'), 'text/html')
  expect(String(objects.get('default/component/a b/index.html'))).toBe('<p>ü</p>')
  expect(types.get('default/component/a b/index.html')).toBe('text/html')
  expect(String(await bucket.read('default/component/a b/index.html'))).toBe('<p>ü</p>')
  await bucket.write('empty.txt', new Uint8Array(), 'text/plain')
  expect(String(await bucket.read('empty.txt'))).toBe('')
  expect(await bucket.read('none')).toBeUndefined()
  await bucket.remove('empty.txt')
  expect(objects.has('empty.txt')).toBe(false)
  expect(await bucket.read('empty.txt')).toBeUndefined()
  await bucket.remove('none')
}

test('objects of S3 are written, read and removed with signed requests', async () => {
  const fake = await startFakeS3('docs')
  fakes.push(fake)
  fake.keys.accessKeyId = 'AK'
  const entry = { endpoint: fake.url, region: 'eu-west-1', accessKeyId: 'AK', secretAccessKey: 'SK', sessionToken: 'ST' }
  await expectWrittenAndRead(openBucket({ type: 'awsS3', name: 'docs', entry }), fake.objects, fake.types)
})

test('objects of Google Cloud Storage are written and removed with a token that may write', async () => {
  const fake = await startFakeGcs('docs')
  fakes.push(fake)
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const entry = { clientEmail: 'portal@acme.test', privateKey: key, apiBaseUrl: fake.url, tokenUrl: `${fake.url}/token` }
  await expectWrittenAndRead(openBucket({ type: 'googleGcs', name: 'docs', entry }), fake.objects, fake.types)
  expect(fake.scopes).toEqual(['https://www.googleapis.com/auth/devstorage.read_write'])
})

test('blobs of Azure are written and removed with a signature of the account key, or with a SAS token', async () => {
  const fake = await startFakeBlob('acme')
  fakes.push(fake)
  const signed = { accountName: 'acme', accountKey: 'a2V5', endpoint: fake.endpoint }
  await expectWrittenAndRead(openBucket({ type: 'azureBlobStorage', name: 'docs', entry: signed }), fake.objects, fake.types)
  fake.sas.sig = 'abc'
  const connectionString = `BlobEndpoint=${fake.endpoint};SharedAccessSignature=sv=1&sig=abc`
  const shared = openBucket({ type: 'azureBlobStorage', name: 'docs', entry: { connectionString } })
  await shared.write('b', Buffer.from('x'), 'text/plain')
  expect(String(await shared.read('b'))).toBe('x')
})

test('blobs of Azure are written and read with the managed identity of the machine', async () => {
  const fake = await startFakeBlob('acme')
  fakes.push(fake)
  fake.identity.token = 'of-the-machine'
  const entry = { accountName: 'acme', managedIdentity: true, endpoint: fake.endpoint }
  const env = { AZURE_POD_IDENTITY_AUTHORITY_HOST: fake.url }
  await expectWrittenAndRead(openBucket({ type: 'azureBlobStorage', name: 'docs', entry }, { env }), fake.objects, fake.types)
})

test.each([
  ['refuses', 'status 403', (response: ServerResponse) => response.writeHead(403).end()],
  ['fails', 'status 500', (response: ServerResponse) => response.writeHead(500).end()],
  ['never answers', 'did not answer', () => {}],
  [
    'sends half a file',
    /cut short|aborted|socket/,
    (response: ServerResponse) => response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy()),
  ],
])('a bucket that %s gives an error, and no object', async (_, reason, answer) => {
  const fake = await startFakeS3('docs')
  fakes.push(fake)
  fake.state.fault = (__, response) => (answer(response), true)
  const entry = { endpoint: fake.url, region: 'eu-west-1' }
  const bucket = openBucket({ type: 'awsS3', name: 'docs', entry }, { timeoutMs: 1000, retryMs: 1, env: {} })
  await expect(bucket.read('x')).rejects.toThrow(reason)
})
