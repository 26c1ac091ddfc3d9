import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { createLog, type LogLevel } from './create-log.ts'
import { createRedactor } from './redactor.ts'

function openLog(options: { level?: LogLevel; format?: 'json' | 'pretty'; secrets?: string[]; colour?: boolean; stacks?: boolean } = {}) {
  const written: string[] = []
  const redact = createRedactor()
  redact.add(options.secrets ?? [])
  const destination = { write: (line: string) => void written.push(line) }
  const log = createLog({
    level: options.level ?? 'info',
    format: options.format ?? 'json',
    redact,
    destination,
    colour: options.colour ?? false,
    stacks: options.stacks ?? false,
  })
  return { log, written, last: () => JSON.parse(written.at(-1)!) as Record<string, unknown> }
}

describe('the JSON log', () => {
  it('writes one line per call with time, level, the fields of its parents and its own, and the sentence', () => {
    const { log, written, last } = openLog()
    log.child({ plugin: 'catalog' }).child({ requestId: 'r1' }).info({ ref: 'component:default/x' }, 'entity added')
    expect(written).toHaveLength(1)
    expect(written[0]).toMatch(/\}\n$/)
    expect(last()).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      plugin: 'catalog',
      requestId: 'r1',
      ref: 'component:default/x',
      message: 'entity added',
    })
  })

  it('leaves out what is below its level', () => {
    const { log, written } = openLog({ level: 'warn' })
    log.info('no')
    log.debug({ a: 1 }, 'no')
    log.child({ plugin: 'a' }).info('no')
    log.warn('yes')
    expect(written).toHaveLength(1)
  })

  it('lets no fact replace its own fields', () => {
    const { log, written, last } = openLog()
    log.info({ level: 'fatal', time: 0, message: 'mine' }, 'the sentence')
    expect(last()).toMatchObject({ level: 'info', message: 'the sentence', fact_level: 'fatal', fact_time: 0, fact_message: 'mine' })
    expect(written[0]!.match(/"message":/g)).toHaveLength(1)
  })

  it('writes errors with name, message, code, stack and the chain of causes', () => {
    const { log, last } = openLog()
    const root = Object.assign(new TypeError('root'), { code: 'ECONNREFUSED' })
    log.error({ error: new Error('outer', { cause: new Error('middle', { cause: root }) }) }, 'it failed')
    expect(last()['error']).toMatchObject({
      name: 'Error',
      message: 'outer',
      stack: expect.stringContaining('create-log.test.ts'),
      cause: { message: 'middle', cause: { name: 'TypeError', message: 'root', code: 'ECONNREFUSED', stack: expect.any(String) } },
    })
  })

  it('takes an error in place of fields, errors of libraries under err, and circular causes', () => {
    const { log, last } = openLog()
    log.error(new Error('direct'))
    expect(last()).toMatchObject({ message: 'direct', error: { message: 'direct' } })
    const error = new AggregateError([new Error('one')], 'many')
    error.cause = error
    log.error({ err: error }, 'failed')
    expect(last()).toMatchObject({ error: { message: 'many', errors: [{ message: 'one' }] } })
  })

  it('writes no secret: not in the sentence, not in nested fields, errors, causes, stacks or addresses, not in a child', () => {
    const { log, written } = openLog({ secrets: ['hunter2-hunter2', 'line\nbreak'] })
    const error = new Error('login with hunter2-hunter2 refused', { cause: new Error('postgres://portico:pass-in-url@db/x') })
    const child = log.child({ plugin: 'auth', session: { token: 'token-in-child' }, note: 'hunter2-hunter2' })
    child.error(
      { error, request: { headers: { authorization: 'Bearer header-secret-1' } }, list: ['has hunter2-hunter2'] },
      'failed: hunter2-hunter2, line\nbreak',
    )
    child.info('Bearer sentence-secret-2 and\neyJhbGciOiJF.eyJzdWIiOiJ1.c2lnbmF0')
    const text = written.join('')
    for (const secret of ['hunter2', 'pass-in-url', 'token-in-child', 'header-secret', 'sentence-secret', 'eyJ', 'line\\nbreak'])
      expect(text).not.toContain(secret)
    expect(text).toContain('login with [redacted] refused')
    for (const line of written) JSON.parse(line)
  })

  it('redacts secrets that are added later', () => {
    const redact = createRedactor()
    const written: string[] = []
    const log = createLog({ level: 'info', format: 'json', redact, destination: { write: line => written.push(line) } })
    log.info('rotated-secret')
    redact.add(['rotated-secret'])
    log.info('rotated-secret')
    expect(written.map(line => line.includes('rotated-secret'))).toEqual([true, false])
  })

  it('applies the same rules to libraries that use pino', () => {
    const { log, last } = openLog({ secrets: ['hunter2-hunter2'] })
    log.instance.child({ req: 1 }).info({ password: 'x' }, 'said %s', 'hunter2-hunter2')
    expect(last()).toMatchObject({ req: 1, password: '[redacted]', message: 'said [redacted]' })
  })

  it('loses nothing in a crash', () => {
    const from = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)
    const program = `
      import { createLog } from ${from('./create-log.ts')}
      import { createRedactor } from ${from('./redactor.ts')}
      const log = createLog({ level: 'info', format: 'json', redact: createRedactor() })
      for (let n = 0; n < 500; n += 1) log.info({ n }, 'before')
      process.kill(process.pid, 'SIGKILL')`
    const { stdout, signal } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
    expect(signal).toBe('SIGKILL')
    expect(stdout.trim().split('\n')).toHaveLength(500)
  })
})

describe('the last warnings and errors', () => {
  it('are kept without secrets, the last 200 of them, long ones cut', () => {
    const { log } = openLog({ secrets: ['hunter2-hunter2'] })
    for (let n = 0; n < 205; n += 1) log.warn({ n }, 'careful hunter2-hunter2')
    log.info('not this one')
    log.error({ text: 'x'.repeat(20_000) }, 'long')
    const recent = log.recent()
    expect(recent).toHaveLength(200)
    expect(recent[0]).toMatchObject({ n: 6, level: 'warn', message: 'careful [redacted]' })
    expect(String(recent.at(-1)!['truncated'])).toHaveLength(8000)
  })
})

describe('the pretty log', () => {
  it('writes one line without JSON: time, plugin, sentence and fields, of long lists the beginning', () => {
    const { log, written } = openLog({ format: 'pretty' })
    const fields = { ref: 'component:default/x', title: 'two words', size: { a: 1, b: { c: 2 } }, all: ['1', '2', '3', '4', '5'] }
    log.child({ plugin: 'catalog' }).info(fields, 'entity\nadded')
    expect(written[0]).toMatch(
      /^\d\d:\d\d:\d\d catalog entity added ref=component:default\/x title="two words" size\.a=1 size\.b\.c=2 all=1, 2, 3, 2 more\n$/,
    )
  })

  it('leaves out records of the audit trail, unless they could not be stored', () => {
    const { log, written } = openLog({ format: 'pretty' })
    log.info({ audit: { action: 'auth.session.create' } }, 'audit event')
    log.error({ audit: { action: 'auth.session.create' } }, 'audit event could not be stored')
    expect(written).toEqual([expect.stringContaining('could not be stored audit.action=auth.session.create')])
  })

  it('writes an error with its causes and its place on the same line, its stack only for who looks for a bug', () => {
    const error = () => new TypeError('outer', { cause: Object.assign(new Error('inner'), { code: 'E1' }) })
    const { log, written } = openLog({ format: 'pretty' })
    log.error({ error: error() }, 'failed')
    log.error({ error: error() }, 'it failed: outer')
    expect(written[0]).toMatch(/^\S+ ERROR failed – TypeError: outer, because of: inner \(create-log\.test\.ts:\d+\)\n$/)
    expect(written[1]).toMatch(/^\S+ ERROR it failed: outer – inner \(create-log\.test\.ts:\d+\)\n$/)
    const debugged = openLog({ format: 'pretty', stacks: true })
    debugged.log.error({ error: error() }, 'failed')
    expect(debugged.written[0]).toMatch(/\n {4}TypeError: outer\n {8}at .*\n[^]*caused by Error: inner\n[^]*code=E1\n$/)
  })

  it('hides secrets, and removes terminal control characters', () => {
    const { log, written } = openLog({ format: 'pretty', secrets: ['hunter2-hunter2'] })
    log.info({ token: 'abc', note: '\u001b[2Jx' }, 'said hunter2-hunter2 \u001b[31m')
    expect(written[0]).toContain('said [redacted] \\x1b[31m token=[redacted] note=\\x1b[2Jx')
  })

  it('colours only when asked', () => {
    const { log, written } = openLog({ format: 'pretty', colour: true })
    log.warn('careful')
    expect(written[0]).toContain('\u001b[33mWARN\u001b[39m careful')
  })
})
