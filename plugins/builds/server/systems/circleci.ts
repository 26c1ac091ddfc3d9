import {
  buildAnnotations,
  circleCiPath,
  fromCircleBuild,
  parseProjectSlug,
  projectPath,
  toCircleBuild,
  toCircleBuilds,
} from '@portico/builds/common'
import { unavailableError } from '@portico/core/common'
import type { Proxy } from '@portico/proxy/server'
import type { BuildProject, BuildSystem } from './build-system.ts'
import { buildNotFound, notSetUp, unexpectedAnswer } from '../errors.ts'
import { parseAnswer } from './host-answers.ts'
import { sourceUrlOf } from './hosted-project.ts'

const maxBytes = 20 * 2 ** 20
const title = 'CircleCI'

/** Where the actions of a build keep their output, by step; undefined for those that have none. */
export type OutputAddresses = readonly (readonly (string | undefined)[])[]

/** CircleCI for summaries and logs: the browser asks everything else through the proxy itself. */
export function createCircleCiSystem({ proxy }: { readonly proxy: Pick<Proxy, 'get'> }): Pick<
  BuildSystem,
  'listBuilds' | 'defaultBranch'
> & {
  outputsOf(project: BuildProject, id: string, signal: AbortSignal): Promise<OutputAddresses>
} {
  async function ask({ value }: BuildProject, below: string, query: string, signal: AbortSignal): Promise<unknown> {
    const path = `${circleCiPath}${projectPath(parseProjectSlug(value))}${below}?${query}circle-token=`
    const answer = await proxy.get(path, { signal })
    if (!answer) throw notSetUp(buildAnnotations.circleci)
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of answer.body as AsyncIterable<Buffer | string>) {
      chunks.push(Buffer.from(chunk))
      size += chunk.length
      if (size > maxBytes) throw unexpectedAnswer(title, 'a short answer')
    }
    if (answer.status !== 200) throw unavailableError(`${title} answered with status ${answer.status}`, { code: 'builds.host-failed' })
    return parseAnswer(Buffer.concat(chunks), title)
  }
  const list = async (project: BuildProject, below: string, query: string, signal: AbortSignal) =>
    toCircleBuilds(await ask(project, below, query, signal)).map(fromCircleBuild)

  return {
    async listBuilds(project, { limit, offset, branch }, signal) {
      const below = branch === undefined ? '' : `/tree/${encodeURIComponent(branch)}`
      const items = await list(project, below, `limit=${limit}&offset=${offset}&`, signal)
      return { items, total: offset + items.length }
    },
    /** CircleCI does not tell it: where the source is does, else the usual names among the last builds. */
    async defaultBranch(project, signal) {
      const source = sourceUrlOf(project.entity)
      const named = source && /\/(?:tree|blob|src)\/([^/]+)/.exec(new URL(source).pathname)?.[1]
      if (named) return decodeURIComponent(named)
      const recent = await list(project, '', 'limit=30&offset=0&', signal)
      return ['main', 'master', 'trunk'].find(name => recent.some(({ branch }) => branch === name)) ?? recent[0]?.branch
    },
    async outputsOf(project, id, signal) {
      if (!/^\d{1,15}$/.test(id)) throw buildNotFound(id)
      const { steps } = toCircleBuild(await ask(project, `/${id}`, '', signal))
      const addressOf = (action: { readonly output_url?: unknown } | null) =>
        typeof action?.output_url === 'string' ? action.output_url : undefined
      return (Array.isArray(steps) ? steps : []).map(step => (Array.isArray(step?.actions) ? step.actions.map(addressOf) : []))
    },
  }
}
