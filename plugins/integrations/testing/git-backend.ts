import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FakeFault, FakeRequest } from './fake-server.ts'

const gitPath = /^(.*)\/(info\/refs|git-receive-pack|git-upload-pack)$/

/** Real git over HTTP for the fake server of a host: git's own backend, with a bare repository for every path that is asked for. */
export function createGitBackend() {
  const root = mkdtempSync(path.join(tmpdir(), 'portico-git-backend-'))
  const logins: (string | undefined)[] = []

  function repositoryOf(place: string): string {
    const name = createHash('sha1')
      .update(place.replace(/\.git$/, ''))
      .digest('hex')
    const folder = path.join(root, name)
    if (!existsSync(folder)) {
      execFileSync('git', ['init', '--quiet', '--bare', folder])
      execFileSync('git', ['-C', folder, 'config', 'http.receivepack', 'true'])
    }
    return folder
  }

  function serve(request: FakeRequest, response: ServerResponse, place: string, service: string): void {
    const folder = repositoryOf(place)
    const child = spawn('git', ['http-backend'], {
      env: {
        PATH: process.env['PATH'] ?? '',
        GIT_PROJECT_ROOT: root,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: `/${path.basename(folder)}/${service}`,
        QUERY_STRING: request.url.search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: String(request.headers['content-type'] ?? ''),
        CONTENT_LENGTH: String(request.body.length),
        REMOTE_USER: 'pusher',
        REMOTE_ADDR: '127.0.0.1',
      },
    })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('close', () => {
      const answer = Buffer.concat(chunks)
      const end = answer.indexOf('\r\n\r\n')
      const headers = answer
        .subarray(0, end)
        .toString()
        .split('\r\n')
        .map(line => line.split(/: (.*)/s) as [string, string])
      const status = Number(headers.find(([name]) => name === 'Status')?.[1].slice(0, 3) ?? 200)
      response.writeHead(status, Object.fromEntries(headers.filter(([name]) => name !== 'Status'))).end(answer.subarray(end + 4))
    })
    // Git may answer and end before it has read an empty body.
    child.stdin.on('error', () => {})
    child.stdin.end(request.body)
  }

  const fault: FakeFault = (request, response) => {
    const [, place, service] = gitPath.exec(request.path) ?? []
    if (place === undefined || service === undefined) return false
    logins.push(request.headers.authorization && Buffer.from(request.headers.authorization.replace('Basic ', ''), 'base64').toString())
    serve(request, response, place, service)
    return true
  }

  return {
    /** For the `state.fault` of a fake server. */
    fault,
    /** Who pushed, as name:password. */
    logins,
    repositoryOf,
    /** What git itself says about the repository of a path. */
    git: (place: string, ...args: string[]) => execFileSync('git', ['-C', repositoryOf(place), ...args], { encoding: 'utf8' }).trim(),
    /** A commit without a parent on a branch, as if somebody had pushed it before. */
    commit(place: string, branch: string, files: Readonly<Record<string, string>>): string {
      const git = (args: readonly string[], input = '') =>
        execFileSync('git', ['-C', repositoryOf(place), '-c', 'user.name=a', '-c', 'user.email=a@b.test', ...args], {
          encoding: 'utf8',
          input,
        }).trim()
      const lines = Object.entries(files).map(([name, text]) => `100644 blob ${git(['hash-object', '-w', '--stdin'], text)}\t${name}\n`)
      const made = git(['commit-tree', '-m', 'first', git(['mktree'], lines.join(''))])
      git(['update-ref', `refs/heads/${branch}`, made])
      return made
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  }
}
