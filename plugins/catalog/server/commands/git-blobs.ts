import { sourceUnreadable } from '@portico/integrations/server'
import { spawn } from 'node:child_process'

/** Reads objects of a git repository by their ids. */
export interface GitBlobs {
  read(id: string): Promise<Buffer>
  close(): void
}

/** One git process for all objects, started with the first: one for each would take most of the time. */
export function createGitBlobs(folder: string): GitBlobs {
  let session: ReturnType<typeof openSession> | undefined
  let last: Promise<unknown> = Promise.resolve()
  return {
    read(id) {
      session ??= openSession(folder)
      const { ask } = session
      const answer = last.then(() => ask(id))
      last = answer.catch(() => {})
      return answer
    },
    close: () => session?.close(),
  }
}

function openSession(folder: string) {
  const child = spawn('git', ['cat-file', '--batch'], { cwd: folder, stdio: ['pipe', 'pipe', 'ignore'] })
  // Both show as an end of the output, where it is reported.
  child.on('error', () => {})
  child.stdin.on('error', () => {})
  const chunks = child.stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let rest: Buffer = Buffer.alloc(0)

  /** Waits until so much is there. */
  async function fill(isEnough: (bytes: number) => boolean): Promise<void> {
    const parts = [rest]
    let bytes = rest.length
    while (!isEnough(bytes)) {
      const { done, value } = await chunks.next()
      if (done) throw sourceUnreadable('git ended before it had answered')
      parts.push(value)
      bytes += value.length
    }
    rest = parts.length === 1 ? rest : Buffer.concat(parts)
  }

  return {
    close: () => child.stdin.end(),
    async ask(id: string): Promise<Buffer> {
      child.stdin.write(`${id}\n`)
      while (!rest.includes(10)) {
        const before = rest.length
        await fill(bytes => bytes > before)
      }
      const start = rest.indexOf(10) + 1
      const [, type, size] = rest.toString('utf8', 0, start - 1).split(' ')
      if (type !== 'blob') {
        rest = rest.subarray(start)
        throw sourceUnreadable(`git does not have the object ${id}`)
      }
      const end = start + Number(size)
      await fill(bytes => bytes > end)
      const content = rest.subarray(start, end)
      rest = rest.subarray(end + 1)
      return content
    },
  }
}
