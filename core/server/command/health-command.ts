import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import { durationMs } from '../config/duration.ts'
import { BackendSection } from '../config/sections/backend-section.ts'
import type { Command } from './command.ts'

const answerTimeoutMs = 5_000
const retryMs = 250

/** `portico health`: asks the server that runs here, as a container's health check does. */
export const healthCommand: Command = {
  name: 'health',
  summary: 'ask the server of this config whether it is ready; ends with 1 if it is not',
  options: [
    { flags: '--live', description: 'ask only whether it runs' },
    { flags: '--wait <duration>', description: 'ask again until it is, for so long: 60s, 2m' },
  ],
  async run({ options, print, warn, readSections }) {
    const wait = durationMs.safeParse(options['wait'] ?? '0s')
    if (!wait.success) {
      warn(`error: '${String(options['wait'])}' is no duration: write 60s or 2m`)
      return 2
    }
    const { backend } = (await readSections({ backend: BackendSection })).values
    const url = healthUrl(backend, options['live'] ? 'liveness' : 'readiness')
    for (const deadline = performance.now() + wait.data; ;) {
      const { ok, text } = await ask(url)
      if (ok) {
        print(`${url}: ${text}`)
        return 0
      }
      if (performance.now() >= deadline) {
        warn(`${url}: ${text}`)
        return 1
      }
      await delay(retryMs)
    }
  },
}

/** Where the server listens, seen from its own machine. */
function healthUrl({ listen, https }: Pick<ReturnType<typeof BackendSection.parse>, 'listen' | 'https'>, check: string): string {
  const { host = '0.0.0.0', port } = listen
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `${https ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${port}/.backstage/health/v1/${check}`
}

/** Without redirects, proxies or a check of the certificate, which is for another name: the address is one of this machine. */
function ask(url: string): Promise<{ readonly ok: boolean; readonly text: string }> {
  return new Promise(resolve => {
    const settings = { agent: false, timeout: answerTimeoutMs }
    const sent = url.startsWith('https:') ? httpsRequest(url, { ...settings, rejectUnauthorized: false }) : httpRequest(url, settings)
    sent.on('response', response => {
      response.resume()
      const { statusCode = 0 } = response
      resolve({ ok: statusCode === 200, text: statusCode === 200 ? 'ok' : `answered ${statusCode}` })
    })
    sent.on('timeout', () => sent.destroy(new Error(`no answer after ${answerTimeoutMs / 1_000} s`)))
    sent.on('error', error => resolve({ ok: false, text: error.message }))
    sent.end()
  })
}
