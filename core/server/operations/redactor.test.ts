import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor } from './redactor.ts'
import { isSecretKey, secretPatterns } from './secret-patterns.ts'

function redactorOf(...secrets: string[]) {
  const redactor = createRedactor()
  redactor.add(secrets)
  return redactor
}

/** A pattern in which every set of characters, and what only looks ahead, is one letter. */
function withoutClasses(pattern: string): string {
  return pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/g, 'x').replaceAll(/\(\?[=!][^)]*\)/g, '')
}

describe('secrets by key', () => {
  it.each([
    'password',
    'dbPassword',
    'PGPASSWORD',
    'clientSecret',
    'client_secret',
    'accessToken',
    'authorization',
    'Proxy-Authorization',
    'cookie',
    'set-cookie',
    'apiKey',
    'X-Api-Key',
    'privateKey',
    'accessKey',
    'passphrase',
    'credentials',
  ])('%s names a secret', key => expect(isSecretKey(key)).toBe(true))

  it.each(['key', 'path', 'passed', 'tokenCount', 'secretary', 'author', 'connection'])('%s does not name a secret', key =>
    expect(isSecretKey(key)).toBe(false),
  )

  it('removes them at any depth, in lists, maps and header objects', () => {
    const fields = {
      user: 'guest',
      database: { connection: { host: 'db', password: 'a' } },
      list: [{ token: 'b' }, { ok: 1 }],
      headers: { Authorization: 'Bearer c', 'set-cookie': ['d', 'e'], accept: 'text/html' },
      map: new Map([['apiKey', 'f']]),
    }
    expect(createRedactor().redactDeep(fields)).toEqual({
      user: 'guest',
      database: { connection: { host: 'db', password: '[redacted]' } },
      list: [{ token: '[redacted]' }, { ok: 1 }],
      headers: { Authorization: '[redacted]', 'set-cookie': '[redacted]', accept: 'text/html' },
      map: { apiKey: '[redacted]' },
    })
  })

  it('removes whole objects and numbers under such a key, and leaves what reveals nothing', () => {
    const fields = { secrets: { a: { b: 'c' } }, password: 123456, hasPassword: true, token: undefined, cookie: '' }
    expect(createRedactor().redactDeep(fields)).toEqual({
      secrets: '[redacted]',
      password: '[redacted]',
      hasPassword: true,
      token: undefined,
      cookie: '',
    })
  })
})

describe('secrets by shape', () => {
  const redactor = createRedactor()

  it.each([
    ['a JSON web token', 'sent eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1c2VyIn0.c2ln-bmF0 on', 'sent [redacted] on'],
    ['a bearer token', 'authorised with Bearer abc.def-123', 'authorised with Bearer [redacted]'],
    ['basic credentials', 'got basic dXNlcjpwYXNz', 'got basic [redacted]'],
    ['a password in an address', 'at postgres://portico:p@ss@db:5432/x', 'at postgres://portico:[redacted]@db:5432/x'],
    ['a token in place of a user', 'clone https://abcdefghijklmnopqrstuvwx@host/r', 'clone https://[redacted]@host/r'],
    ['a query parameter', 'GET /x?access_token=abc&limit=2', 'GET /x?access_token=[redacted]&limit=2'],
    ['a connection string', 'Server=db;Password=hush;Port=1', 'Server=db;Password=[redacted];Port=1'],
    ['JSON in text', 'body {"user":"a","password":"b"}', 'body {"user":"a","password":"[redacted]"}'],
    ['a header in text', 'sent\nCookie: a=b; c=d\nHost: x', 'sent\nCookie: [redacted]\nHost: x'],
    ['a private key', '-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY----- end', '[redacted] end'],
    ["a host's token", 'ghp_abcdefghijklmnopqrstuvwxyz0123456789', '[redacted]'],
  ])('removes %s', (_name, text, expected) => expect(redactor.redact(text)).toBe(expected))

  it.each([
    'Bearer authentication is required',
    'http://host:8080/a@b',
    'ssh://git@host/repo',
    'the token has expired',
    'component:default/password-reset',
  ])('leaves "%s"', text => expect(redactor.redact(text)).toBe(text))

  it.each(secretPatterns.flatMap(pattern => withoutClasses(pattern).split('|')))(
    'what can fail late in %s is bounded, so no text takes longer than in proportion to its length',
    alternative => expect(alternative).not.toMatch(/(?:[*+]|,\})[^)]/),
  )
})

describe('secrets by value', () => {
  it('removes them at any position and in any encoding', () => {
    const secret = 'p"ä ss/w\\rd'
    const redactor = redactorOf(secret)
    const forms = [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret).toString('base64url'),
      JSON.stringify({ a: secret }),
      JSON.stringify(JSON.stringify(secret)),
    ]
    for (const form of forms) {
      const text = redactor.redact(`x ${form} y`)
      expect(text).toContain('[redacted]')
      expect(text).not.toContain(form.slice(2, -2))
    }
  })

  it('leaves secrets that are too short, and takes the longest of two that begin alike', () => {
    expect(redactorOf('abc').redact('abcdef')).toBe('abcdef')
    expect(redactorOf('secret-1', 'secret-12').redact('x secret-12 y')).toBe('x [redacted] y')
  })

  it('finds a secret that was read from a file with a line break at its end', () => {
    expect(redactorOf('hush-hush\n').redact('said hush-hush.')).toBe('said [redacted].')
  })

  it('keeps a line valid JSON, also when a secret looks like a number, a key or a piece of JSON', () => {
    const line = JSON.stringify({ level: 'info', port: 5432, message: 'port 5432, level ","b":"' })
    expect(JSON.parse(redactorOf('5432', 'level', '","b":"').redactLine(line))).toEqual({
      level: 'info',
      port: 5432,
      message: 'port [redacted], [redacted] [redacted]',
    })
  })

  it('never lets a known secret through a line of any shape', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 6, unit: 'binary' }), fc.string({ unit: 'binary' }), fc.jsonValue(), (secret, text, value) => {
        fc.pre(secret.trim().length >= 6 && !'[redacted]'.includes(secret.trim()))
        const line = JSON.stringify({ fields: value, message: `${text}${secret}${text}` })
        const message = (JSON.parse(redactorOf(secret).redactLine(line)) as { message: string }).message
        expect(message.replaceAll('[redacted]', '\u0000')).not.toContain(secret.trim())
      }),
    )
  })
})

describe('values that are not plain data', () => {
  it('become plain data: circular references, errors, dates, bytes, big numbers, getters that throw', () => {
    const circle: Record<string, unknown> = { name: 'circle' }
    circle['self'] = circle
    const fields = {
      circle,
      twice: [1, 1],
      when: new Date(0),
      bytes: Buffer.from('abc'),
      big: 10n,
      not: Number.NaN,
      run: () => {},
      address: new URL('https://user:hush@host/x'),
      get broken() {
        throw new Error('no')
      },
    }
    expect(createRedactor().redactDeep(fields)).toEqual({
      circle: { name: 'circle', self: '[circular]' },
      twice: [1, 1],
      when: '1970-01-01T00:00:00.000Z',
      bytes: '[3 bytes]',
      big: '10',
      not: 'NaN',
      run: '[function]',
      address: 'https://user:[redacted]@host/x',
      broken: '[unreadable]',
    })
  })

  it('are cut when they are endless', () => {
    const wide = Array.from({ length: 200 }, (_, index) => ({ index, items: Array.from({ length: 2000 }, () => ({ deep: {} })) }))
    let deep: object = {}
    for (let level = 0; level < 100; level += 1) deep = { deep }
    const text = JSON.stringify(createRedactor().redactDeep({ deep, wide }))
    expect(text).toContain('[too deep]')
    expect(text).toContain('[too much]')
    expect(text.length).toBeLessThan(6_000_000)
  })

  it('keep __proto__ as a mere key', () => {
    const plain = createRedactor().redactDeep(JSON.parse('{"__proto__":{"polluted":true}}')) as object
    expect(Object.getPrototypeOf(plain)).toBe(Object.prototype)
    expect('polluted' in plain).toBe(false)
  })
})
