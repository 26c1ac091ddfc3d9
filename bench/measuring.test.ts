import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { codeSize, countLines } from './code-size.ts'
import { folderSize } from './folder-size.ts'
import { installedSize } from './installed-size.ts'
import { keyWork } from './key-work.ts'
import { runLoad } from './load.ts'
import { kilobyteField, readProcessMemory, readProportionalBytes } from './process-memory.ts'
import { startServer } from './server-process.ts'
import { median, percentile } from './statistics.ts'
import { initialScripts, measureBundle } from './web-bundle.ts'

let folder = ''
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'portico-measuring-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('statistics', () => {
  it('takes the middle value, or the mean of the two in the middle', () => {
    expect(median([900, 100, 300])).toBe(300)
    expect(median([4, 1, 3, 2])).toBe(2.5)
    expect(() => median([])).toThrow(RangeError)
  })

  it('takes percentiles by the nearest rank', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index)
    expect(percentile(values, 0.99)).toBe(99)
    expect(percentile(values, 0)).toBe(1)
    expect(percentile(values, 1)).toBe(100)
    expect(() => percentile([], 0.5)).toThrow(RangeError)
  })
})

describe('the work of a key', () => {
  const event = (name: string, ts: number, dur: number, type?: string, tid = 1) => ({
    ...{ name, ts, dur, tid, ph: 'X', pid: 7 },
    args: type === undefined ? {} : { data: { type } },
  })

  it('is all that the thread of the page does from the key to the end of the task that paints it', () => {
    const traceEvents = [
      event('RunTask', 0, 500),
      event('EventDispatch', 1_100, 3_000, 'keydown'),
      event('RunTask', 1_000, 4_000),
      event('RunTask', 5_000, 2_000),
      event('RunTask', 5_000, 9_000, undefined, 2),
      event('RunTask', 16_000, 3_000),
      event('Paint', 17_000, 1_000),
      event('RunTask', 20_000, 8_000),
      event('EventDispatch', 41_000, 10, 'keydown'),
      event('RunTask', 40_000, 2_000),
    ]
    expect(keyWork(Buffer.from(JSON.stringify({ traceEvents })))).toEqual([9])
  })
})

describe('memory of a process', () => {
  it('is read from the field of that name', () => {
    const text = 'Name:\tnode\nVmPeak:\t  999999 kB\nVmRSS:\t   81920 kB\nThreads:\t11\n'
    expect(kilobyteField(text, 'VmRSS')).toBe(81_920 * 1024)
    expect(kilobyteField(text, 'Pss')).toBeUndefined()
    expect(kilobyteField(text, 'Threads')).toBeUndefined()
  })

  it.runIf(process.platform === 'linux')('is about what the process itself reports', () => {
    const { residentBytes, peakBytes } = readProcessMemory(process.pid)
    const own = process.memoryUsage.rss()
    expect(Math.abs(residentBytes - own) / own).toBeLessThan(0.2)
    expect(peakBytes).toBeGreaterThanOrEqual(residentBytes)
    expect(readProportionalBytes(process.pid)).toBeGreaterThan(1_000_000)
  })
})

describe('the size of a folder', () => {
  it('counts blocks on disk, a file with two names once and links not at all', () => {
    mkdirSync(join(folder, 'deep'))
    const before = folderSize(folder)
    writeFileSync(join(folder, 'deep', 'file'), Buffer.alloc(100_000))
    const once = folderSize(folder) - before
    expect(once).toBeGreaterThanOrEqual(100_000)
    expect(once).toBeLessThan(120_000)
    linkSync(join(folder, 'deep', 'file'), join(folder, 'second-name'))
    symlinkSync(join(folder, 'deep', 'file'), join(folder, 'link'))
    expect(folderSize(folder) - before - once).toBeLessThan(10_000)
  })
})

describe('the size of an installation', () => {
  it('distinguishes packages that are needed to run from those for development, also where one contains another', () => {
    const install = (name: string, bytes: number) => {
      mkdirSync(join(folder, 'node_modules', name), { recursive: true })
      writeFileSync(join(folder, 'node_modules', name, 'index.js'), Buffer.alloc(bytes))
    }
    install('runs', 200_000)
    install('tests', 400_000)
    install('tests/node_modules/inner', 800_000)
    const packages = {
      'node_modules/runs': {},
      'node_modules/tests': { dev: true },
      'node_modules/tests/node_modules/inner': { devOptional: true },
      'node_modules/elsewhere': { dev: true },
      'node_modules/ours': { link: true, dev: true },
    }
    writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))
    const { totalBytes, toRunBytes } = installedSize(folder)
    expect(Math.round(totalBytes / 100_000)).toBe(14)
    expect(Math.round(toRunBytes / 100_000)).toBe(2)
  })
})

describe('the web bundle', () => {
  const html = `<!doctype html><head><script src="./static/early.js"></script>
    <script type="backstage.io/config">{"a":"<b>"}</script>
    <script type="module" crossorigin src="/static/main-1.js?v=1"></script>
    <link rel="modulepreload" crossorigin href="__BASE_PATH__static/vendor-2.js">
    <link rel='modulepreload' href='./static/main-1.js'><link rel="stylesheet" href="./static/main.css"></head>`

  it('begins with what the page loads and preloads, each once', () => {
    expect(initialScripts(html)).toEqual(['static/early.js', 'static/main-1.js', 'static/vendor-2.js'])
  })

  it('is measured as the browser gets it, and whole', () => {
    mkdirSync(join(folder, 'static'))
    writeFileSync(join(folder, 'index.html'), html)
    const text = 'export const answer = 42\n'.repeat(50)
    for (const name of ['early', 'main-1', 'vendor-2', 'lazy']) writeFileSync(join(folder, 'static', `${name}.js`), text)
    writeFileSync(join(folder, 'static', 'main-1.js.br'), Buffer.alloc(33))
    const compressed = brotliCompressSync(text).length
    expect(measureBundle(folder)).toEqual({
      initialCompressedBytes: 33 + 2 * compressed,
      initialBytes: 3 * text.length,
      totalCompressedBytes: 33 + 3 * compressed,
      totalBytes: 4 * text.length,
    })
  })
})

describe('the size of code', () => {
  it('counts all lines of sources, without tests and packages', () => {
    expect([countLines(''), countLines('a'), countLines('a\n'), countLines('a\n\nb\n')]).toEqual([0, 1, 1, 3])
    mkdirSync(join(folder, 'node_modules'))
    writeFileSync(join(folder, 'one.ts'), 'a\nb\n')
    writeFileSync(join(folder, 'View.tsx'), 'a\n')
    for (const other of ['one.test.ts', 'README.md', 'node_modules/package.ts']) writeFileSync(join(folder, other), 'x\n')
    expect(codeSize(folder)).toEqual({ files: 2, lines: 3 })
  })
})

describe('load', () => {
  it('counts successes and failures separately, and reuses its connections', async () => {
    const connections = new Set<unknown>()
    const tokens = new Set<unknown>()
    const sent = { good: 0, bad: 0 }
    const server = createServer((request, response) => {
      connections.add(request.socket)
      tokens.add(request.headers.authorization)
      const isBad = (sent.good + sent.bad) % 3 === 2
      sent[isBad ? 'bad' : 'good']++
      response.writeHead(isBad ? 503 : 200).end('{}')
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const result = await runLoad({ url, headers: { authorization: 'Bearer x' }, connections: 4, warmUpMs: 0, durationMs: 2000 })
    await new Promise(resolve => server.close(resolve))
    expect(connections.size).toBe(4)
    expect([...tokens]).toEqual(['Bearer x'])
    // What is answered after the time is up, at most one on each connection, does not count.
    expect(result.requests + result.failures).toBeGreaterThanOrEqual(sent.good + sent.bad - 4)
    expect(result.requests).toBeLessThanOrEqual(sent.good)
    expect(result.failures).toBeLessThanOrEqual(sent.bad)
    expect(result.requestsPerSecond).toBe(result.requests / 2)
    expect(result.p99Ms).toBeGreaterThanOrEqual(result.medianMs)
    expect(result.medianMs).toBeGreaterThan(0)
  })

  it('ends in time and reports failures when no server answers', async () => {
    const result = await runLoad({ url: 'http://127.0.0.1:1/', connections: 2, warmUpMs: 0, durationMs: 1000 })
    expect(result.requests).toBe(0)
    expect(result.failures).toBeGreaterThan(0)
  })
})

describe('a server to be measured', () => {
  /** A fake server, for tests of how it is started and stopped. */
  function writeProgram(text: string) {
    mkdirSync(join(folder, 'app', 'dist-server'), { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'app', 'dist-server', 'server.mjs'), text)
  }

  it('is timed until it reports readiness, with a config of its own, and stopped on demand', async () => {
    writeProgram(`import { createServer } from 'node:http'
      let asked = 0
      const [host, port] = process.env.APP_CONFIG_backend_listen.split(':')
      const server = createServer((request, response) => {
        response.statusCode = ++asked < 3 ? 503 : 200
        response.end(JSON.stringify([process.env.APP_CONFIG_backend_dataFolder, process.env.APP_CONFIG_foreign ?? 'unset', process.env.NODE_ENV]))
      }).listen(Number(port), host)
      process.once('SIGTERM', () => { server.closeAllConnections(); server.close() })`)
    process.env['APP_CONFIG_foreign'] = 'leaks'
    const server = await startServer({ root: folder, dataFolder: '/data' })
    delete process.env['APP_CONFIG_foreign']
    expect(server.readyMs).toBeGreaterThan(10)
    expect(await (await fetch(server.url)).json()).toEqual(['/data', 'unset', 'production'])
    await server.stop()
    expect(() => process.kill(server.pid, 0)).toThrow('ESRCH')
  })

  it('that exits at once gives an error with its output', async () => {
    writeProgram(`console.error('starting\\nConfigError: the data folder is not writable\\nat line 1'); process.exit(3)`)
    await expect(startServer({ root: folder, dataFolder: '/data' })).rejects.toThrow(
      /ended with 3; it said: ConfigError: the data folder is not writable\nstarting\n/,
    )
  })

  it('that never gets ready is stopped after a timeout', async () => {
    writeProgram(`setInterval(() => {}, 1000); console.log('pid', process.pid)`)
    await expect(startServer({ root: folder, dataFolder: '/data', timeoutMs: 700 })).rejects.toThrow(/not ready in time/)
  })
})
