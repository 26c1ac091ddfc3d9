import type { LogGroup } from '@portico/ui'

/** A log without the marks of its system, and what these marked. */
export interface ReadLog {
  readonly text: string
  readonly groups: readonly LogGroup[]
  /** The lines that say what failed. */
  readonly errors: readonly number[]
}

const maxErrors = 1000
/** Longer lines are looked at only so far. */
const maxLookedAt = 2000

const timestamp = /^\uFEFF?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,9}Z ?/
const command = /^(?:##\[(\w+)\]|::(\w+)(?: [^:]*)?::)(.*)$/s
const section = /section_(start|end):\d+:([\w.-]+)(?:\[[^\]]*\])?\r(?:\u001b\[0K)?/g
const ansi = /\u001b\[[0-9;:?]*[ -/]*[@-~]/g
const colours: Readonly<Record<string, string>> = { error: '31', warning: '33', command: '34', debug: '2', section: '1;32', notice: '36' }

/** What looks like a failure in the output of a program, and what only looks like one. */
const failure =
  /^\W*(?:error|fatal|panic|fail|failed|failure|traceback|exception|npm err)\b|\b(?:error|fatal|failed)(?: \w*\d+)?:|\b\w+(?:Error|Exception)\b|\*\*\* .*\berror\b|\bbuild failed\b|^\s*[✗✖×]/i
const noFailure =
  /^\s*(?:✓|√|✔|ok\b|pass\b)|\b(?:0|no|without) (?:errors?|failures?|failed|exceptions?)\b|\b(?:errors?|failures?|failed)[:=] ?0\b/i

/**
 * Reads the marks of GitHub Actions and Azure Pipelines (`##[group]`, `::error::`), the sections of GitLab, and what fails in the words of
 * programs. Marks of errors come before words: where a system says what failed, nothing is guessed.
 */
export function readLog(raw: string): ReadLog {
  const lines = raw.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const hasTimes = timestamp.test(lines[0] ?? '')
  const out: string[] = []
  const groups: LogGroup[] = []
  const open: { readonly name: string; readonly start: number }[] = []
  const marked: number[] = []
  const guessed: number[] = []

  function close(name: string) {
    const at = open.findLastIndex(each => each.name === name)
    if (at === -1) return
    for (const { start } of open.splice(at)) groups.push({ start, end: Math.max(start, out.length - 1) })
  }
  function write(line: string, isError: boolean) {
    const at = out.push(line) - 1
    if (isError) {
      if (marked.length < maxErrors) marked.push(at)
    } else if (guessed.length < maxErrors && isFailure(line)) guessed.push(at)
  }

  for (const whole of lines) {
    const timed = hasTimes ? whole.replace(timestamp, '') : whole
    const sections = timed.includes('section_') ? [...timed.matchAll(section)] : []
    const line = sections.length > 0 ? timed.replace(section, '') : timed
    for (const [, way, name = ''] of sections) {
      if (way === 'start') open.push({ name: `section ${name}`, start: out.length })
      else close(`section ${name}`)
    }
    if (sections.length > 0 && line.replace(ansi, '').trim() === '' && !sections.some(([, way]) => way === 'start')) continue
    const [, hash, colons, rest = ''] = command.exec(line) ?? []
    const mark = (hash ?? colons)?.toLowerCase()
    if (mark === 'group') open.push({ name: 'group', start: out.length })
    if (mark === 'endgroup') close('group')
    else if (mark === undefined) write(line, false)
    else write(coloured(rest, colours[mark]), mark === 'error')
  }
  for (const { start } of open) groups.push({ start, end: Math.max(start, out.length - 1) })
  return { text: out.join('\n'), groups, errors: marked.length > 0 ? marked : guessed }
}

function coloured(line: string, colour: string | undefined): string {
  return colour === undefined ? line : `\u001b[${colour}m${line.replace(/\r$/, '')}\u001b[0m`
}

function isFailure(line: string): boolean {
  const words = line.slice(0, maxLookedAt).replace(ansi, '')
  return failure.test(words) && !noFailure.test(words)
}
