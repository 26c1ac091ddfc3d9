import { startFakeBlob, startFakeS3 } from '@portico/integrations/testing'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { bucketOf, openStorage } from '../open-storage.ts'
import { createFolderStorage } from './folder-storage.ts'
import { createStorageRequest } from './storage-request.ts'
import { createSwiftStorage } from './swift-storage.ts'

interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

const servers: Server[] = []
afterEach(() => servers.splice(0).forEach(server => server.closeAllConnections() ?? server.close()))

/** A storage on loopback that remembers what it is asked. */
async function serve(answer: (seen: Seen, response: ServerResponse) => void) {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
    seen.push(one)
    answer(one, response)
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await new Promise(resolve => server.once('listening', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { seen, host, url: `http://${host}`, request: createStorageRequest([{ host }], { timeoutMs: 1000 }) }
}

test('S3: keys are below the root path, with the credentials and the endpoint of the publisher', async () => {
  const fake = await startFakeS3('docs')
  try {
    fake.keys.accessKeyId = 'AK'
    const storage = openStorage(
      {
        type: 'awsS3',
        awsS3: {
          bucketName: 'docs',
          endpoint: fake.url,
          region: 'eu-west-1',
          credentials: { accessKeyId: 'AK', secretAccessKey: 'SK' },
          bucketRootPath: '/root/',
        },
      },
      '/',
    )
    await storage.write('default/component/a b/index.html', Buffer.from('new'), 'text/html')
    expect([...fake.objects.keys()]).toEqual(['root/default/component/a b/index.html'])
    expect(String(await storage.read('default/component/a b/index.html'))).toBe('new')
    expect(await storage.read('none')).toBeUndefined()
  } finally {
    await fake.close()
  }
})

test('Azure: the connection string of the publisher names the account and its key', async () => {
  const fake = await startFakeBlob('acme')
  try {
    const connectionString = `AccountName=acme;AccountKey=a2V5;BlobEndpoint=${fake.endpoint}`
    const storage = openStorage({ type: 'azureBlobStorage', azureBlobStorage: { containerName: 'docs', connectionString } }, '/')
    await storage.write('a/index.html', Buffer.from('x'), 'text/html')
    expect(String(await storage.read('a/index.html'))).toBe('x')
    expect(fake.requests[0]).toBe('PUT /acme/docs/a/index.html')
  } finally {
    await fake.close()
  }
})

test('S3: a role that the publisher names is assumed, and its keys are used', async () => {
  const fake = await startFakeS3('docs')
  try {
    fake.keys.accessKeyId = 'ASSUMED'
    vi.stubEnv('AWS_ENDPOINT_URL_STS', fake.url)
    const credentials = { accessKeyId: 'AK', secretAccessKey: 'SK', roleArn: 'arn:aws:iam::1:role/docs' }
    const storage = openStorage({ type: 'awsS3', awsS3: { bucketName: 'docs', endpoint: fake.url, region: 'eu-west-1', credentials } }, '/')
    await storage.write('a/index.html', Buffer.from('x'), 'text/html')
    expect(String(await storage.read('a/index.html'))).toBe('x')
  } finally {
    vi.unstubAllEnvs()
    await fake.close()
  }
})

test('Azure: an account without a key is used with the own identity of the portal', () => {
  const found = bucketOf({ type: 'azureBlobStorage', azureBlobStorage: { containerName: 'docs', credentials: { accountName: 'acme' } } })
  expect(found?.settings).toEqual({ type: 'azureBlobStorage', name: 'docs', entry: { accountName: 'acme', managedIdentity: true } })
})

test('Swift: an application credential gets a token once', async () => {
  const { seen, url, request } = await serve(({ url: path }, response) =>
    path === '/v3/auth/tokens' ? response.writeHead(201, { 'x-subject-token': 'T' }).end() : response.writeHead(200).end('bytes'),
  )
  const storage = createSwiftStorage({
    container: 'docs',
    credentials: { id: 'i', secret: 's' },
    authUrl: `${url}/v3`,
    swiftUrl: `${url}/swift`,
    request,
  })
  await storage.read('a')
  expect(String(await storage.read('b'))).toBe('bytes')
  expect(seen.map(({ url: path }) => path)).toEqual(['/v3/auth/tokens', '/swift/docs/a', '/swift/docs/b'])
  expect(JSON.parse(seen[0]!.body)).toEqual({
    auth: { identity: { methods: ['application_credential'], application_credential: { id: 'i', secret: 's' } } },
  })
  expect(seen[2]!.headers['x-auth-token']).toBe('T')
})

test('a folder gives its files, and nothing beside it', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-storage-'))
  try {
    const storage = createFolderStorage(path.join(folder, 'docs'))
    await storage.write('a/b.html', Buffer.from('x'), 'text/html')
    expect(String(await storage.read('a/b.html'))).toBe('x')
    writeFileSync(path.join(folder, 'secret'), 's')
    symlinkSync(path.join(folder, 'secret'), path.join(folder, 'docs/link'))
    for (const name of ['none', 'a', '../secret', 'link', 'a/b.html/x']) expect(await storage.read(name), name).toBeUndefined()
    await expect(storage.write('../out', Buffer.from('x'), '')).rejects.toThrow('leads out')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
