import { buildAnnotations, circleCiPath } from '@portico/builds/common'
import { unavailableError } from '@portico/core/common'
import type { Principal } from '@portico/core/server'
import { createGuardedLookup, createStreamRequest, limitBytes, toWebAddress, type StreamAnswer } from '@portico/core/server/outbound'
import type { Proxy } from '@portico/proxy/server'
import type { Readable } from 'node:stream'
import { inTime, openTtlMs } from '../builds.ts'
import type { EntityParams, EntityProjects } from '../entity-project.ts'
import { insecureOutput, logNotFound, outputTooLarge } from '../errors.ts'
import type { createCircleCiSystem } from './circleci.ts'
import type { TimedCache } from '../timed-cache.ts'

interface Dependencies {
  readonly projects: EntityProjects
  readonly proxy: Pick<Proxy, 'targetOf'>
  readonly open: () => Promise<ReturnType<typeof createCircleCiSystem>>
  readonly cache: TimedCache
}

/** Where an action is in its build. */
export interface ActionPlace {
  readonly step: number
  readonly action: number
}

const maxOutputBytes = 64 * 2 ** 20
const idleTimeoutMs = 30_000
const maxRedirects = 3

/**
 * The output of actions at CircleCI. It is kept at another host, which CircleCI names and which needs no credentials: none are sent, and no
 * address inside of the network is called unless it is the host of the endpoint itself.
 */
export function createCircleOutput({ projects, proxy, open, cache }: Dependencies) {
  const clients = { guarded: createStreamRequest({ lookup: createGuardedLookup() }), own: createStreamRequest() }

  async function send(address: string, signal: AbortSignal): Promise<StreamAnswer> {
    let url = toWebAddress(address)
    for (let redirects = 0; ; redirects += 1) {
      const isOwn = url.host === proxy.targetOf(circleCiPath)?.host
      if (!isOwn && url.protocol !== 'https:') throw insecureOutput(url.host)
      const headers = { accept: 'application/json', 'accept-encoding': 'gzip', host: url.host }
      const answer = await (isOwn ? clients.own : clients.guarded).send(url, { method: 'GET', headers, idleTimeoutMs, signal })
      const { location } = answer.headers
      if (![301, 302, 303, 307, 308].includes(answer.status) || location === undefined || redirects === maxRedirects) return answer
      answer.body.resume()
      url = toWebAddress(location, url)
    }
  }

  return {
    async read(caller: Principal, of: EntityParams, id: string, { step, action }: ActionPlace, signal: AbortSignal): Promise<Readable> {
      const { ref, entity } = await projects.readable(caller, of)
      const project = projects.projectOf(ref, entity, buildAnnotations.circleci)
      const { outputsOf } = await open()
      const addresses = await cache.get(
        `circleci\n${ref}\n${project.value}\noutputs\n${id}`,
        () => inTime(timed => outputsOf(project, id, timed)),
        () => openTtlMs,
      )
      const address = addresses[step]?.[action]
      if (address === undefined) throw logNotFound(`${step}.${action}`)
      const { status, body } = await send(address, signal)
      if (status === 200) return limitBytes(body, maxOutputBytes, outputTooLarge)
      body.resume()
      if (status === 404) throw logNotFound(`${step}.${action}`)
      throw unavailableError(`The log could not be read: ${new URL(address).host} answered with status ${status}`, {
        code: 'builds.log-unavailable',
      })
    },
    close() {
      clients.guarded.close()
      clients.own.close()
    },
  }
}

export type CircleOutput = ReturnType<typeof createCircleOutput>
