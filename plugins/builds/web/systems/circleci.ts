import {
  buildsApi,
  circleCiPath,
  fromCircleBuild,
  fromCircleDetails,
  fromCircleUser,
  parseProjectSlug,
  projectPath,
  toCircleBuild,
  toCircleBuilds,
  toCircleOutput,
  type CircleUser,
} from '@portico/builds/common'
import { AppError, notFoundError, toAppError, unavailableError } from '@portico/core/common'
import type { BuildConnection, Builds } from '../slots.ts'
import { readLimited } from './read-limited.ts'
import { paramsOf } from './server-builds.ts'

const maxAnswerBytes = 20 * 2 ** 20
const maxLogBytes = 64 * 2 ** 20

interface CircleCall {
  readonly method?: string
  readonly query?: Readonly<Record<string, number>>
  readonly signal?: AbortSignal
}

/** Builds of CircleCI, asked through the proxy by the browser: its token is in the config of the proxy. */
export function connectCircleCi({ entity, project, fetch, client }: BuildConnection): Builds {
  const slug = parseProjectSlug(project)

  async function call(path: string, { query = {}, ...init }: CircleCall = {}): Promise<unknown> {
    const search = [...Object.entries(query).map(([name, value]) => `${name}=${value}`), 'circle-token='].join('&')
    return readAnswer(await fetch(`plugin://proxy${circleCiPath}${path}?${search}`, init))
  }
  const list = async (query: { readonly limit: number; readonly offset: number }, signal: AbortSignal) =>
    toCircleBuilds(await call(projectPath(slug), { query, signal }))

  return {
    async list({ limit, offset }, signal) {
      const [items, newest] = await Promise.all([list({ limit, offset }, signal), list({ limit: 1, offset: 0 }, signal)])
      return { items: items.map(fromCircleBuild), total: newest[0]?.build_num ?? 0 }
    },
    get: async (id, signal) => fromCircleDetails(toCircleBuild(await call(`${projectPath(slug)}/${numberOf(id)}`, { signal }))),
    // Logs are kept at another host, which the server asks: a page may call none but the portal.
    async readLog(build, id, signal) {
      const [step = 0, action = 0] = id.split('.').map(Number)
      const params = { ...paramsOf(entity), id: numberOf(build) }
      const response = await client.send(buildsApi.readCircleOutput, { params, query: { step, action } }, { signal })
      return toCircleOutput(toJson(await readLimited(response, maxLogBytes, 'The log')))
    },
    async restart({ id }) {
      // CircleCI takes retries of every project under the name of GitHub.
      await call(`${projectPath({ ...slug, vcs: 'github' })}/${numberOf(id)}/retry`, { method: 'POST' })
    },
    async whoAmI(signal) {
      const { name, login } = fromCircleUser((await call('/me', { signal })) as CircleUser)
      return name ?? login
    },
  }
}

/** Builds of CircleCI have numbers; nothing else gets into a path. */
function numberOf(id: string): string {
  if (!/^\d{1,15}$/.test(id)) throw notFoundError(`There is no build ${id.slice(0, 100)}`, { code: 'builds.no-build' })
  return id
}

/** The JSON of an answer, or the error that it is. */
async function readAnswer(response: Response): Promise<unknown> {
  const text = await readLimited(response, maxAnswerBytes, 'The answer of CircleCI')
  if (response.ok) return toJson(text)
  if (response.status === 404 && text === '')
    throw notFoundError(`The proxy has no endpoint ${circleCiPath}. Add it to proxy.endpoints in the config`, {
      code: 'builds.no-endpoint',
    })
  const body = text.startsWith('{') ? toJson(text) : undefined
  const { message } = (body ?? {}) as { readonly message?: unknown }
  const told = toAppError(response.status, body, response.statusText)
  throw typeof message === 'string' ? new AppError(told.name, `CircleCI: ${message}`, { status: response.status }) : told
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw unavailableError('CircleCI answered with something that is not JSON. Is the target of the proxy its API?', {
      code: 'builds.not-json',
      cause,
    })
  }
}
