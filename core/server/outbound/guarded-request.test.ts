import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createGuardedLookup, isInnerAddress, type Resolver } from './address-guard.ts'
import { createAllowList } from './allow-list.ts'
import { createGuardedRequest, refuseRedirect, toWebAddress, type GuardOptions } from './guarded-request.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function read(url: string, options: Partial<GuardOptions> = {}): Promise<string> {
  const request = createGuardedRequest({ allow: [{ host: new URL(url).host }], timeoutMs: 2000, maxBytes: 1000, ...options })
  const { answer } = await request(toWebAddress(url), { headers: () => ({}) })
  return String(answer.bytes)
}

describe('addresses inside of the network', () => {
  const allow = [{ host: '*.example' }, { host: 'public.test' }, { host: '*.test' }]
  const resolveTo =
    (...answers: string[]): Resolver =>
    (_host, _options, callback) =>
      callback(
        null,
        answers.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
      )

  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '192.168.0.1',
    '172.31.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '::ffff:a00:1',
    '::127.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '224.0.0.1',
  ])('%s is one', address => expect(isInnerAddress(address)).toBe(true))

  test.each(['93.184.216.34', '1.1.1.1', '172.32.0.1', '2606:2800:220:1::1', '::ffff:1.1.1.1'])('%s is not one', address =>
    expect(isInnerAddress(address)).toBe(false),
  )

  test.each([['127.0.0.1'], ['1.1.1.1', '10.0.0.1'], ['::1']])('are not called when a name leads to %s', async (...answers) => {
    await expect(read('http://any.example/', { allow, resolver: resolveTo(...answers) })).rejects.toMatchObject({
      name: 'NotAllowedError',
      message: expect.stringContaining('an address inside of the network'),
    })
  })

  test('are found out by the very answer that is connected to: the name is asked for once', async () => {
    const host = await serve((_, response) => response.end('secret'))
    let asked = 0
    const resolver: Resolver = (_host, _options, callback) => {
      asked += 1
      callback(null, [{ address: '127.0.0.1', family: 4 }])
    }
    const port = host.split(':')[1]
    await expect(read(`http://any.example:${port}/`, { allow: [{ host: `*.example:${port}` }], resolver })).rejects.toMatchObject({
      name: 'NotAllowedError',
    })
    expect(asked).toBe(1)
  })

  test('are found out when a name led outside before: no answer is trusted for the next time', async () => {
    const answers = ['1.1.1.1', '127.0.0.1', '1.1.1.1']
    const lookup = createGuardedLookup((_host, _options, callback) => callback(null, [{ address: answers.shift() ?? '', family: 4 }]))
    const ask = () => new Promise(resolve => void lookup('any.example', {}, (error, address) => resolve(error ? error.name : address)))
    expect([await ask(), await ask(), await ask()]).toEqual(['1.1.1.1', 'NotAllowedError', '1.1.1.1'])
  })

  test('are not called by a redirect, nor is anything else that is not allowed', async () => {
    const secret = await serve((_, response) => response.end('secret'))
    const host = await serve((request, response) => {
      const to =
        request.url === '/inside'
          ? `http://any.example:${secret.split(':')[1]}/`
          : request.url === '/elsewhere'
            ? 'http://elsewhere.invalid/'
            : 'file:///etc/passwd'
      response.writeHead(302, { location: to }).end()
    })
    const options = { allow: [{ host }, { host: `*.example:${secret.split(':')[1]}` }], resolver: resolveTo('127.0.0.1') }
    for (const path of ['/inside', '/elsewhere', '/file'])
      await expect(read(`http://${host}${path}`, options)).rejects.toMatchObject({ name: 'NotAllowedError' })
  })

  test('are called when config names exactly this host', async () => {
    const host = await serve((_, response) => response.end('ours'))
    expect(await read(`http://${host}/`)).toBe('ours')
  })

  test('at most five redirects are followed', async () => {
    const host = await serve((request, response) => {
      const left = Number(request.url?.slice(1))
      if (left === 0) response.end('there')
      else response.writeHead(302, { location: `/${left - 1}` }).end()
    })
    expect(await read(`http://${host}/5`)).toBe('there')
    await expect(read(`http://${host}/6`)).rejects.toMatchObject({ message: expect.stringContaining('more than 5 times') })
  })
})

test('neither headers nor a body for one host reach the one that it leads on to', async () => {
  const seen: (string | undefined)[] = []
  const other = await serve((request, response) => {
    seen.push(request.headers.authorization)
    response.end('there')
  })
  const host = await serve((request, response) => {
    const to = request.url === '/own' ? '/there' : `http://${other}/`
    if (request.url === '/there') response.end(request.headers.authorization)
    else response.writeHead(307, { location: to }).end()
  })
  const request = createGuardedRequest({ allow: [{ host }, { host: other }], timeoutMs: 2000, maxBytes: 1000 })
  const headers = (url: URL): Record<string, string> => (url.host === host ? { authorization: 'Bearer ours' } : {})
  const ask = async (path: string, body?: Buffer) =>
    String((await request(new URL(`http://${host}${path}`), { headers, body })).answer.bytes)
  expect(await ask('/')).toBe('there')
  expect(await ask('/own', Buffer.from('client_secret=x'))).toBe('Bearer ours')
  await expect(ask('/', Buffer.from('client_secret=x'))).rejects.toMatchObject({
    name: 'NotAllowedError',
    message: expect.stringContaining('what was meant for it is not sent'),
  })
  expect(seen).toEqual([undefined])
})

test('a redirect may turn encryption on, and never off', () => {
  const lead = (from: string, to: string, hasBody = false) => refuseRedirect(new URL(from), new URL(to), hasBody)
  expect(() => lead('http://a.test/', 'https://a.test/', true)).not.toThrow()
  expect(() => lead('https://a.test/', 'https://b.test/')).not.toThrow()
  expect(() => lead('https://a.test/', 'http://a.test/')).toThrow('without encryption')
  expect(() => lead('https://a.test/', 'https://a.test:8443/', true)).not.toThrow()
  expect(() => lead('http://a.test/', 'http://a.test:8080/', true)).toThrow('is not sent')
})

test('the allow-list has hosts, subdomains, ports and paths', () => {
  const verdict = createAllowList([
    { host: 'a.test' },
    { host: '*.b.test' },
    { host: 'c.test:8000-8010' },
    { host: 'd.test', paths: ['/open/', '/file.yaml'] },
  ])
  const isAllowed = (url: string) => verdict(new URL(url)).isAllowed
  for (const url of [
    'https://a.test/x',
    'http://A.test',
    'https://x.b.test',
    'http://c.test:8005',
    'https://d.test/open/x',
    'https://d.test/file.yaml',
  ]) {
    expect(isAllowed(url), url).toBe(true)
  }
  const refused = [
    'https://a.test:8443',
    'https://b.test',
    'https://xb.test',
    'http://c.test',
    'http://c.test:8011',
    'https://d.test/other',
    'https://d.test/open/../other',
    'https://d.test/open/%2e%2e/other',
    'https://a.test.evil.example',
  ]
  for (const url of refused) expect(isAllowed(url), url).toBe(false)
  expect(verdict(new URL('https://x.b.test')).isNamed).toBe(false)
})

describe('requests', () => {
  test('have the method that is asked for, and their answers are read whatever the status is, if wanted', async () => {
    const host = await serve((request, response) => response.writeHead(422, { 'x-method': request.method }).end('why'))
    const request = createGuardedRequest({ allow: [{ host }], timeoutMs: 2000, maxBytes: 1000 })
    const ask = async (options: object) => (await request(new URL(`http://${host}/`), { headers: () => ({}), ...options })).answer
    expect(await ask({ method: 'DELETE', isAnyStatusRead: true })).toMatchObject({ status: 422, bytes: Buffer.from('why') })
    expect((await ask({ method: 'PATCH', body: Buffer.from('x') })).headers['x-method']).toBe('PATCH')
    expect((await ask({})).bytes).toHaveLength(0)
    expect(await ask({ method: 'HEAD', isAnyStatusRead: true })).toMatchObject({ status: 422, bytes: Buffer.alloc(0) })
  })

  test('go through the proxy that the environment names, but for hosts that it exempts', async () => {
    const proxied: (string | undefined)[] = []
    const proxy = await serve((request, response) => {
      proxied.push(request.url)
      response.end('by proxy')
    })
    const host = await serve((_, response) => response.end('direct'))
    const port = host.split(':')[1]
    const ask = async (env: Record<string, string>, url = `http://${host}/x`) => {
      const request = createGuardedRequest({ allow: [{ host }, { host: 'far.test' }], timeoutMs: 2000, maxBytes: 1000, env })
      return String((await request(new URL(url), { headers: () => ({}) })).answer.bytes)
    }
    expect(await ask({ HTTP_PROXY: `http://${proxy}` })).toBe('by proxy')
    expect(await ask({ http_proxy: `http://${proxy}` }, 'http://far.test/y')).toBe('by proxy')
    expect(proxied).toEqual([`http://${host}/x`, 'http://far.test/y'])
    for (const exempt of ['127.0.0.1', `127.0.0.1:${port}`, 'a.test, 127.0.0.1', '*'])
      expect(await ask({ http_proxy: `http://${proxy}`, no_proxy: exempt }), exempt).toBe('direct')
    expect(await ask({ http_proxy: `http://${proxy}`, no_proxy: '127.0.0.1:1' })).toBe('by proxy')
  })

  test('through a proxy are still kept from internal names that no config names exactly', async () => {
    const proxy = await serve((_, response) => response.end('by proxy'))
    const resolver: Resolver = (_host, _options, callback) => callback(null, [{ address: '10.0.0.1', family: 4 }])
    const request = createGuardedRequest({
      allow: [{ host: '*.acme.test' }],
      timeoutMs: 2000,
      maxBytes: 1000,
      resolver,
      env: { http_proxy: `http://${proxy}` },
    })
    await expect(request(new URL('http://inner.acme.test/'), { headers: () => ({}) })).rejects.toMatchObject({ name: 'NotAllowedError' })
  })

  test('give the body as a stream, if wanted', async () => {
    const host = await serve((_, response) => response.end('streamed'))
    const request = createGuardedRequest({ allow: [{ host }], timeoutMs: 2000, maxBytes: 3 })
    const { answer } = await request(new URL(`http://${host}/`), { headers: () => ({}), isStreamed: true })
    const chunks: Buffer[] = []
    for await (const chunk of answer.stream!) chunks.push(chunk as Buffer)
    expect(String(Buffer.concat(chunks))).toBe('streamed')
  })
})
