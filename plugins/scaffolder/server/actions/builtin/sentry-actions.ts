import { inputError, notFoundError } from '@portico/core/common'
import { createGuardedRequest, type HttpAnswer } from '@portico/core/server/outbound'
import { z } from 'zod'
import type { ScaffolderSection } from '../../config.ts'
import { expectAnswer } from '../../publishing/publishing.ts'
import { defineAction, type Action } from '../action.ts'

const timeoutMs = 30_000
const maxBytes = 2 * 2 ** 20
const part = encodeURIComponent

const shared = {
  organizationSlug: z.string().min(1).describe('The slug of the organisation'),
  authToken: z.string().optional().describe('In place of the token of the config'),
  apiBaseUrl: z.url().optional().describe('Must be the host that config names; sentry.io by default'),
}

interface SentryCall {
  readonly input: { readonly authToken?: string | undefined; readonly apiBaseUrl?: string | undefined }
  readonly method?: 'POST' | 'DELETE' | undefined
  readonly path: string
  readonly body?: unknown
  readonly signal: AbortSignal
}

/** Projects of Sentry, through its API at the host that config names. */
export function createSentryActions(settings: () => ScaffolderSection['sentry']): Action[] {
  async function call({ input, method, path, body, signal }: SentryCall): Promise<{ status: number; body: unknown }> {
    const { apiBaseUrl, token } = settings()
    const base = input.apiBaseUrl ?? apiBaseUrl
    // A template must not send the token of the config, or anything else, to a host of its choice.
    if (new URL(base).origin !== new URL(apiBaseUrl).origin)
      throw inputError(`scaffolder.sentry.apiBaseUrl does not name ${new URL(base).origin}`, { code: 'scaffolder.sentry-host' })
    const secret = input.authToken ?? token
    if (secret === undefined)
      throw inputError('There is neither authToken in the input nor scaffolder.sentry.token in the config', {
        code: 'scaffolder.sentry-token',
      })
    const url = new URL(`${base.replace(/\/+$/, '')}${path}`)
    const request = createGuardedRequest({ allow: [{ host: url.host }], timeoutMs, maxBytes })
    const headers = () => ({ authorization: `Bearer ${secret}`, 'content-type': 'application/json' })
    const sent = body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }
    const { answer } = await request(url, { headers, signal, ...(method && { method }), ...sent })
    return { status: answer.status, body: readJson(answer) }
  }

  const create = defineAction({
    id: 'sentry:project:create',
    description: 'Makes a project in Sentry',
    examples: [
      {
        description: 'A project of a team',
        example:
          'steps:\n  - action: sentry:project:create\n    input:\n      organizationSlug: acme\n      teamSlug: shop\n      name: ${{ parameters.name }}\n',
      },
    ],
    input: z.object({
      ...shared,
      teamSlug: z.string().min(1).describe('The slug of the team that gets the project'),
      name: z.string().min(1).describe('The name of the project'),
      slug: z.string().optional().describe('The slug of the project; made from its name by default'),
      platform: z.string().optional().describe('The platform, such as javascript-react'),
    }),
    output: z.object({
      id: z.string().describe('The id of the project'),
      result: z.unknown().describe('The project, as Sentry describes it'),
    }),
    isIdempotent: true,
    plan: ({ input }) => [{ kind: 'sentry-project', title: `Project ${input.name} of ${input.organizationSlug} in Sentry` }],
    async run({ input, signal, once, record, output }) {
      const { organizationSlug, teamSlug, name, slug, platform } = input
      const made = await once('project', async () => {
        const path = `/teams/${part(organizationSlug)}/${part(teamSlug)}/projects/`
        const answer = await call({ input, method: 'POST', path, body: { name, slug, platform }, signal })
        const project = expectAnswer(answer, `Making the project ${name} in Sentry`)
        const undo = input.authToken === undefined ? { undo: { organizationSlug, slug: project['slug'] } } : {}
        await record({ kind: 'sentry-project', title: `Project ${name} of ${organizationSlug} in Sentry`, ...undo })
        return project
      })
      output('id', String(made['id']))
      output('result', made)
    },
    async undo({ undo, title }, { signal }) {
      const path = `/projects/${part(String(undo['organizationSlug']))}/${part(String(undo['slug']))}/`
      const answer = await call({ input: {}, method: 'DELETE', path, signal })
      if (answer.status !== 404) expectAnswer(answer, `Deleting ${title}`)
    },
  })

  const fetchDsn = defineAction({
    id: 'sentry:fetch:dsn',
    description: 'Reads the address to which a project of Sentry is told of errors',
    examples: [
      {
        description: 'The DSN of a project',
        example: 'steps:\n  - action: sentry:fetch:dsn\n    input:\n      organizationSlug: acme\n      projectSlug: shop\n',
      },
    ],
    input: z.object({ ...shared, projectSlug: z.string().min(1).describe('The slug of the project') }),
    output: z.object({ dsn: z.string().describe('The address that programs send their events to') }),
    isIdempotent: true,
    async run({ input, signal, output }) {
      const path = `/projects/${part(input.organizationSlug)}/${part(input.projectSlug)}/keys/`
      const answer = await call({ input, path, signal })
      expectAnswer(answer, `Reading the keys of ${input.projectSlug}`)
      const keys = Array.isArray(answer.body) ? (answer.body as { dsn?: { public?: string } }[]) : []
      const dsn = keys.find(key => key.dsn?.public !== undefined)?.dsn?.public
      if (dsn === undefined)
        throw notFoundError(`The project ${input.projectSlug} has no key in Sentry`, { code: 'scaffolder.sentry-no-key' })
      output('dsn', dsn)
    },
  })
  return [create, fetchDsn] as Action[]
}

function readJson({ bytes }: HttpAnswer): unknown {
  try {
    return JSON.parse(String(bytes))
  } catch {
    return String(bytes)
  }
}
