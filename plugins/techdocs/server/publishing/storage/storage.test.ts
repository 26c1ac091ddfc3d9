import { createHash, generateKeyPairSync, verify } from 'node:crypto'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createAzureStorage, parseConnectionString } from './azure-storage.ts'
import { createFolderStorage } from './folder-storage.ts'
import { createGcsStorage } from './gcs-storage.ts'
import { createS3Storage } from './s3-storage.ts'
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

const now = () => new Date('2026-01-02T03:04:05Z')

test('S3: requests are signed, keys are below the root path, a missing file is none', async () => {
  const { seen, url, request, host } = await serve(({ url: path }, response) =>
    response.writeHead(path.includes('none') ? 404 : 200).end('bytes'),
  )
  const storage = createS3Storage({
    bucket: 'docs',
    region: 'eu-west-1',
    endpoint: url,
    rootPath: 'root/',
    credentials: { accessKeyId: 'AK', secretAccessKey: 'SK' },
    request,
    now,
  })
  expect(String(await storage.read('default/component/a b/index.html'))).toBe('bytes')
  expect(await storage.read('none')).toBeUndefined()
  expect(seen[0]).toMatchObject({
    method: 'GET',
    url: '/docs/root/default/component/a%20b/index.html',
    headers: { host, 'x-amz-date': '20260102T030405Z', 'x-amz-content-sha256': createHash('sha256').update('').digest('hex') },
  })
  expect(seen[0]!.headers['authorization']).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AK\/20260102\/eu-west-1\/s3\/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=[0-9a-f]{64}$/,
  )
  await storage.write('x.html', Buffer.from('new'), 'text/html')
  expect(seen.at(-1)).toMatchObject({ method: 'PUT', url: '/docs/root/x.html', body: 'new', headers: { 'content-type': 'text/html' } })
})

test('S3: the signature is that of the documentation of Amazon', async () => {
  let authorization = ''
  const storage = createS3Storage({
    bucket: 'examplebucket',
    region: 'us-east-1',
    rootPath: '',
    credentials: { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
    now: () => new Date('2013-05-24T00:00:00Z'),
    request: async (url, { headers }) => {
      authorization = headers['authorization'] ?? ''
      expect(url.href).toBe('https://examplebucket.s3.us-east-1.amazonaws.com/test.txt')
      return { status: 200, headers: {}, bytes: Buffer.alloc(0) }
    },
  })
  await storage.read('test.txt')
  expect(authorization).toContain('Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request')
})

test('Google: a service account gets a token once, and files carry it', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { seen, url, request } = await serve(({ url: path }, response) =>
    response.writeHead(200).end(path === '/token' ? JSON.stringify({ access_token: 'T', expires_in: 3600 }) : 'bytes'),
  )
  const credentials = {
    client_email: 'me@x',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    token_uri: `${url}/token`,
  }
  const storage = createGcsStorage({ bucket: 'docs', rootPath: '', credentials, endpoint: url, request })
  await storage.read('a')
  expect(String(await storage.read('b'))).toBe('bytes')
  expect(seen.map(({ method, url: path }) => `${method} ${path}`)).toEqual(['POST /token', 'GET /docs/a', 'GET /docs/b'])
  const assertion = new URLSearchParams(seen[0]!.body).get('assertion')!
  const [header, claims, signature] = assertion.split('.')
  expect(verify('RSA-SHA256', Buffer.from(`${header}.${claims}`), publicKey, Buffer.from(signature!, 'base64url'))).toBe(true)
  expect(seen[2]!.headers['authorization']).toBe('Bearer T')
})

test('Azure: requests carry the shared key or a signature of the connection string', async () => {
  const { seen, url, request } = await serve((_, response) => response.writeHead(200).end('bytes'))
  const storage = createAzureStorage({
    container: 'docs',
    rootPath: '',
    account: 'acme',
    accountKey: Buffer.from('key').toString('base64'),
    endpoint: url,
    request,
    now,
  })
  expect(String(await storage.read('a/index.html'))).toBe('bytes')
  expect(seen[0]).toMatchObject({
    url: '/docs/a/index.html',
    headers: { 'x-ms-date': 'Fri, 02 Jan 2026 03:04:05 GMT', authorization: expect.stringMatching(/^SharedKey acme:.{44}$/) },
  })
  const parsed = parseConnectionString(`BlobEndpoint=${url};SharedAccessSignature=sv=1&sig=abc`)
  await createAzureStorage({ container: 'docs', rootPath: '', ...parsed, request, now }).read('b')
  expect(seen[1]!.url).toBe('/docs/b?sv=1&sig=abc')
  expect(parseConnectionString('AccountName=a;AccountKey=a2V5==;EndpointSuffix=core.windows.net')).toEqual({
    account: 'a',
    accountKey: 'a2V5==',
  })
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

test.each([
  ['refuses', 403, (response: ServerResponse) => response.writeHead(403).end()],
  ['fails', 500, (response: ServerResponse) => response.writeHead(500).end()],
  ['never answers', undefined, () => {}],
  [
    'sends half a file',
    undefined,
    (response: ServerResponse) => (
      response.writeHead(200, { 'content-length': '100' }).write('half'),
      setTimeout(() => response.destroy(), 20)
    ),
  ],
])('a bucket that %s gives an error, and no file', async (_, status, answer) => {
  const { url, request } = await serve((__, response) => void answer(response))
  const storage = createS3Storage({ bucket: 'b', region: 'r', endpoint: url, rootPath: '', request })
  await expect(storage.read('x')).rejects.toThrow(status === undefined ? /./ : `status ${status}`)
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
