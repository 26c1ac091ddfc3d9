import type { CircleAction, CircleBuild } from '@portico/builds/common'
import type { ProvidedAnswer } from '@portico/proxy/server'

const everyMs = 47 * 60_000
const people = ['Ada Quill', 'Bo Larsen', 'Chiara Neri', 'Dev Anand', 'Emi Sato']
const subjects = [
  'Round prices the way the printer does',
  'Retry the label press when it is out of paper',
  'Drop the old parcel states',
  'Show delivery windows in local time',
  'Bump the locker protocol to 3.2',
  'Stop counting returns twice',
  'Cache the tariff tables for an hour',
]
const stepNames = ['Spin up environment', 'Checkout code', 'Install packages', 'Run tests', 'Build image']
const failures = ['timedout', 'infrastructure_fail', 'canceled', 'failed', 'failed', 'failed'] as const
const longLines = 200_000

/** CircleCI's routes with builds that are made up: the same for a project at any time, so that there is something to look at without the internet. */
export function createSampleCircleCi({
  outputUrl,
  now = Date.now,
}: {
  readonly outputUrl: string
  readonly now?: () => number
}): ProvidedAnswer {
  const retried = new Map<string, number>()

  function newestOf(project: string): number {
    return 400 + Math.floor((now() - Date.UTC(2026, 0)) / everyMs) + (retried.get(project) ?? 0)
  }

  function answer(method: string, path: string, query: URLSearchParams): unknown {
    if (path === '/me') return { login: 'sample', name: 'Sample user' }
    const [, vcs, owner, repo, rest, last] = /^\/project\/(github|bitbucket)\/([^/]+)\/([^/]+)(?:\/(.+?))?(\/retry)?$/.exec(path) ?? []
    if (owner === undefined || repo === undefined) return undefined
    const project = `${vcs}/${owner}/${repo}`
    const newest = newestOf(project)
    if (rest === undefined || rest.startsWith('tree/')) {
      const branch = rest?.slice('tree/'.length)
      const all = Array.from({ length: 200 }, (_, at) => toBuild(project, newest - at, newest))
      const listed = branch === undefined ? all : all.filter(build => build.branch === decodeURIComponent(branch))
      const offset = Number(query.get('offset') ?? 0)
      return listed.slice(offset, offset + Number(query.get('limit') ?? 30))
    }
    const number = /^\d+$/.test(rest) ? Number(rest) : 0
    if (number < 1 || number > newest) return undefined
    if (last === undefined) return { ...toBuild(project, number, newest), steps: toSteps(project, number, newest) }
    if (method !== 'POST') return undefined
    retried.set(project, (retried.get(project) ?? 0) + 1)
    return toBuild(project, newest + 1, newest + 1)
  }

  function toBuild(project: string, number: number, newest: number): CircleBuild {
    const chance = chanceOf(project, number)
    const status = statusOf(project, number, newest)
    const start = now() - (newest - number) * everyMs - 90_000
    const isDone = !['running', 'queued'].includes(status)
    const url = `https://circleci.example/${project}/${number}`
    return {
      build_num: number,
      subject: subjects[number % subjects.length] ?? '',
      status,
      queued_at: new Date(start - 4000).toISOString(),
      start_time: status === 'queued' ? null : new Date(start).toISOString(),
      stop_time: isDone ? new Date(start + 60_000 + chance * 300_000).toISOString() : null,
      branch: number % 4 === 1 ? 'delivery-windows' : 'main',
      vcs_revision: Math.floor((chance + 1) * 2 ** 48)
        .toString(16)
        .padEnd(40, '7a1c09be'),
      committer_name: people[number % people.length] ?? '',
      build_url: url,
      user: {
        is_user: true,
        login: people[number % people.length]?.toLowerCase().replace(' ', '-') ?? '',
        name: people[number % people.length] ?? '',
      },
      workflows: {
        workflow_id: `w${Math.floor(number / 2)}`,
        job_name: number % 2 === 0 ? 'test' : 'build',
        workflow_name: 'build-and-test',
      },
      all_commit_details: [{ commit_url: `https://github.example/${project}/commit/${number}` }],
    }
  }

  function toSteps(project: string, number: number, newest: number) {
    const status = statusOf(project, number, newest)
    const start = now() - (newest - number) * everyMs - 90_000
    if (status === 'queued') return []
    const names = status === 'running' ? stepNames.slice(0, 4) : status === 'success' ? stepNames : stepNames.slice(0, 4)
    return names.map((name, at) => {
      const isLast = at === names.length - 1
      const action: CircleAction = {
        name,
        status: isLast ? status : 'success',
        failed: isLast && status === 'failed',
        output_url: `${outputUrl}/${number}/${at}/${isLast ? status : 'success'}`,
        start_time: new Date(start + at * 12_000).toISOString(),
        end_time: isLast && status === 'running' ? null : new Date(start + at * 12_000 + 11_400).toISOString(),
      }
      return { name, actions: [action] }
    })
  }

  return ({ method, url }) => {
    const { pathname, searchParams } = new URL(url, 'http://sample')
    const [, number, step, status] = /^\/output\/(\d+)\/(\d+)\/(\w+)$/.exec(pathname) ?? []
    const found =
      number === undefined
        ? answer(method, pathname, searchParams)
        : [{ message: outputOf(Number(number), Number(step), status === 'failed') }]
    const body = found === undefined ? { message: 'Build not found' } : found
    return { status: found === undefined ? 404 : 200, type: 'application/json; charset=utf-8', body: JSON.stringify(body) }
  }
}

function statusOf(project: string, number: number, newest: number): NonNullable<CircleBuild['status']> {
  const chance = chanceOf(project, number)
  if (number === newest) return 'running'
  return chance < 0.24 ? (failures[Math.floor(chance * 25) % failures.length] ?? 'failed') : 'success'
}

/** From 0 to 1, always the same for one build. */
function chanceOf(project: string, number: number): number {
  let sum = number * 2_654_435_761
  for (const letter of project) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0
  return (Math.imul(sum ^ (sum >>> 15), 2_246_822_519) >>> 0) / 2 ** 32
}

/** Some steps say nothing, some very much. */
function outputOf(number: number, step: number, hasFailed: boolean): string {
  if (step === 1) return ''
  const lines = [`\u001b[34m$\u001b[0m ${['prepare', 'checkout', 'npm ci', 'npm test', 'docker build .'][step] ?? 'run'}`]
  if (step === 2) lines.push('##[group]Packages', ...Array.from({ length: 40 }, (_, at) => `added package-${at}@1.${at}.0`), '##[endgroup]')
  const count = step === 3 ? (number % 5 === 0 ? longLines : 60) : 12
  for (let at = 0; at < count; at += 1) lines.push(` \u001b[32m✓\u001b[0m case ${at + 1} \u001b[2m(${(at * 7) % 90} ms)\u001b[0m`)
  if (hasFailed)
    lines.push(
      '\u001b[31m ✗ prices are rounded like on the label\u001b[0m',
      '   AssertionError: expected 12.35 to be 12.34',
      '     at round (src/price.ts:41:9)',
      '     at src/price.test.ts:18:22',
      '\u001b[31mnpm ERR!\u001b[0m Test failed. See above for more details.',
    )
  return `${lines.join('\r\n')}\r\n`
}
