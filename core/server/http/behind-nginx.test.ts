import { defineContract, get, post } from '@portico/core/common'
import { defineServerPlugin } from '@portico/core/server'
import { eventually, startTestServer, type TestServer } from '@portico/core/testing'
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin']
const find = (program: string) => folders.map(folder => path.join(folder, program)).find(each => existsSync(each))
const [nginx, openssl] = [find('nginx'), find('openssl')]
const isThere = nginx !== undefined && openssl !== undefined
// oxlint-disable-next-line no-console -- who reads the run should know what it did not show
if (!isThere) console.info('nginx or openssl is not on this machine: what the portal does behind it is not tested')

const Item = z.object({ name: z.string() })
const api = defineContract('shop', {
  getItem: get('/items/:name', { access: 'public', reply: Item }),
  addItem: post('/items', { access: 'public', body: Item, reply: Item }),
})
const shop = defineServerPlugin({
  id: 'shop',
  setup: ({ implement }) => implement(api, { getItem: ({ params }) => params, addItem: ({ body }) => body }),
})

let server: TestServer
let proxy: ChildProcess
let port: number
const folder = mkdtempSync(path.join(tmpdir(), 'portico-nginx-'))
const agent = new Agent({ rejectUnauthorized: false })

async function freePort(): Promise<number> {
  const listening = createServer()
  await new Promise<void>(resolve => listening.listen(0, '127.0.0.1', resolve))
  const { port: free } = listening.address() as AddressInfo
  await new Promise(resolve => listening.close(resolve))
  return free
}

/** As in the guide, with the limits of nginx out of the way. */
const configOf = (upstream: number) => `
${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http {
  access_log off; client_max_body_size 100m;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/a; uwsgi_temp_path ${folder}/b; scgi_temp_path ${folder}/c;
  map $http_upgrade $connection_upgrade { default upgrade; '' close; }
  server {
    listen 127.0.0.1:${port} ssl; ssl_certificate ${folder}/cert.pem; ssl_certificate_key ${folder}/key.pem;
    location / {
      proxy_pass http://127.0.0.1:${upstream}; proxy_http_version 1.1;
      proxy_set_header Host $host; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $connection_upgrade;
    }
  }
}`

function send(method: string, url: string, body = ''): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sent = request({ host: '127.0.0.1', port, path: url, method, headers, agent }, response => {
      text(response).then(all => resolve({ status: response.statusCode ?? 0, text: all }), reject)
    })
    sent.on('error', reject).end(body)
  })
}

describe.skipIf(!isThere)('behind nginx with TLS', () => {
  beforeAll(async () => {
    port = await freePort()
    const config = {
      app: { baseUrl: `https://127.0.0.1:${port}` },
      backend: { baseUrl: `https://127.0.0.1:${port}/tools`, trustProxy: true },
    }
    server = await startTestServer({ plugins: [shop], config })
    const subject = ['-subj', '/CN=127.0.0.1', '-days', '1', '-nodes', '-newkey', 'rsa:2048']
    execFileSync(openssl!, ['req', '-x509', ...subject, '-keyout', `${folder}/key.pem`, '-out', `${folder}/cert.pem`], { stdio: 'ignore' })
    mkdirSync(path.join(folder, 'logs'))
    writeFileSync(path.join(folder, 'nginx.conf'), configOf(server.server.port))
    proxy = spawn(nginx!, ['-p', folder, '-c', path.join(folder, 'nginx.conf')], { stdio: 'ignore' })
    await eventually(() => send('GET', '/api/shop/items/tea'))
  })
  afterAll(async () => {
    const ended = new Promise(resolve => proxy?.once('exit', resolve))
    if (proxy?.kill('SIGQUIT')) await ended
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('a body over the limit is told as such, and not as a bad gateway', async () => {
    for (const megabytes of [1, 8]) {
      const { status, text: reply } = await send('POST', '/api/shop/items', JSON.stringify({ name: 'x'.repeat(megabytes * 2 ** 20) }))
      expect([status, reply]).toEqual([413, expect.stringContaining('PayloadTooLargeError')])
    }
  })

  test('a path in backend.baseUrl reaches the routes, also where the proxy does not cut it off', async () => {
    expect((await send('GET', '/tools/api/shop/items/tea')).text).toBe('{"name":"tea"}')
    expect((await send('GET', '/tools/.backstage/health/v1/liveness')).status).toBe(200)
  })
})
