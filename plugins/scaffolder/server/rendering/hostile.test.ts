import { afterAll, describe, expect, test } from 'vitest'
import { createBudget, createRenderers } from './renderer.ts'

const renderers = createRenderers({ limits: { timeoutMs: 1500 } })
const renderer = renderers.for('user:default/mallory')
afterAll(() => renderers.stop())

const secret = 'PORTICO_TEST_MARK_7f3a'
process.env['PORTICO_TEST_MARK'] = secret

/** Known ways out of template engines and sandboxes of JavaScript: each must neither run code nor show anything of the server. */
const escapes = [
  '${{ constructor }}',
  "${{ ''.constructor }}",
  "${{ ''['constructor'] }}",
  "${{ ''['const' ~ 'ructor'] }}",
  "${{ ''.constructor.constructor('return process')() }}",
  "${{ [].constructor.constructor('return process.env')() }}",
  "${{ {}.constructor.constructor('return this')() }}",
  "${{ (1).constructor.constructor('return global')() }}",
  "${{ range.constructor('return process')() }}",
  "${{ range.constructor.constructor('return process')() }}",
  "${{ joiner.constructor('return process')() }}",
  "${{ cycler.constructor('return process')() }}",
  "${{ cycler('a').next.constructor('return process')() }}",
  "${{ joiner().constructor('return process')() }}",
  '${{ p.__proto__ }}',
  "${{ p['__proto__'] }}",
  "${{ p['__pro' ~ 'to__'] }}",
  '${{ p.__proto__.polluted }}',
  "{% set p.__proto__.polluted = 'yes' %}",
  "${{ p.__defineGetter__('x', range) }}",
  "${{ p.__lookupGetter__('__proto__') }}",
  '${{ p.prototype }}',
  '${{ p.hasOwnProperty.constructor }}',
  '${{ p.toString.constructor }}',
  '${{ p.valueOf() }}',
  '${{ p.valueOf.call(range) }}',
  "${{ ''.sub.constructor('return process')() }}",
  "${{ ''.replace.constructor('return process')() }}",
  "${{ ''.split.constructor('return process')() }}",
  "${{ 'a'.replace('a', range.constructor('return process')) }}",
  '${{ [1].map(range) }}',
  "${{ [1].filter.constructor('return process')() }}",
  "${{ [1].reduce.constructor('return process')() }}",
  "${{ [3,1].sort(''.constructor) }}",
  "${{ ['return process'] | sort(attribute='constructor') }}",
  "${{ [p] | groupby('constructor') }}",
  "${{ [p] | selectattr('__proto__') }}",
  "${{ [p] | sum('constructor') }}",
  "${{ p | pick('__proto__') }}",
  "${{ p | pick('constructor') }}",
  "${{ p | dictsort | first | pick('constructor') }}",
  '${{ process }}',
  '${{ process.env }}',
  '${{ process.mainModule.require("fs") }}',
  '${{ global }}',
  '${{ globalThis }}',
  '${{ globalThis.process.env }}',
  '${{ require }}',
  "${{ require('fs').readFileSync('/etc/passwd') }}",
  "${{ require('child_process').execSync('id') }}",
  "${{ import('fs') }}",
  '${{ module }}',
  '${{ exports }}',
  '${{ __dirname }}',
  '${{ this }}',
  '${{ this.constructor }}',
  '${{ self }}',
  '${{ self._TemplateReference__context }}',
  '${{ self.__init__.__globals__ }}',
  "${{ ''.__class__.__mro__ }}",
  "${{ config.__class__.__init__.__globals__['os'].popen('id').read() }}",
  '${{ env }}',
  '${{ environment }}',
  '${{ context }}',
  '${{ ctx }}',
  '${{ frame }}',
  '${{ runtime }}',
  '${{ cb }}',
  '${{ lookup }}',
  "${{ lookup('x') }}",
  '${{ loop.constructor }}',
  '${{ caller }}',
  '${{ caller.constructor }}',
  "{% include '/etc/passwd' %}",
  "{% import '/etc/passwd' as x %}",
  "{% from '/etc/passwd' import x %}",
  "{% extends '/etc/passwd' %}",
  "{% macro m() %}{% endmacro %}${{ m.constructor('return process')() }}",
  '{% macro m(x) %}${{ x.constructor }}{% endmacro %}${{ m(range) }}',
  "{% macro m() %}${{ caller.constructor('return process')() }}{% endmacro %}{% call m() %}{% endcall %}",
  "{% set x = range.constructor %}${{ x('return process')() }}",
  "{% for x in [range] %}${{ x.constructor('return 1')() }}{% endfor %}",
  '${{ r/x/g.constructor }}',
  "${{ r/x/g.exec.constructor('return process')() }}",
  "${{ 'x' | replace(r/x/g, range) }}",
  '${{ safe.constructor }}',
  "${{ ('x' | safe).constructor }}",
  "${{ ('x' | safe).valueOf.constructor('return process')() }}",
  '${{ arguments }}',
  '${{ eval }}',
  "${{ eval('1') }}",
  "${{ Function('return process')() }}",
  '${{ Reflect }}',
  '${{ Proxy }}',
  '${{ Symbol }}',
  "${{ fetch('http://127.0.0.1/') }}",
  '${{ XMLHttpRequest }}',
  '${{ WebAssembly }}',
  '${{ Object.getPrototypeOf(p) }}',
  '${{ String.fromCharCode(65) }}',
]

describe('a hostile expression', () => {
  test(`cannot get out: ${escapes.length} known escapes run no code and show nothing of the server`, async () => {
    expect(escapes.length).toBeGreaterThanOrEqual(60)
    const results = await renderer.render(
      { p: { a: 1 } },
      escapes.map(source => ({ source, keepType: true })),
      {},
      createBudget(),
    )
    const shown = results.map((result, at) => [escapes[at], 'error' in result ? 'refused' : JSON.stringify(result.value ?? null)])
    const leaks = shown.filter(([, value]) =>
      /function|native code|\[object (global|process)|root:|uid=|PORTICO_TEST_MARK|\/bin\/|passwd/.test(value ?? ''),
    )
    expect(leaks).toEqual([])
    expect(JSON.stringify(shown)).not.toContain(secret)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    // Nothing stays for those who come after.
    const [after] = await renderer.render({ p: {} }, [{ source: '${{ p.polluted }}', keepType: true }], {}, createBudget())
    expect(after).toEqual({})
  })

  test('cannot hang, take all memory or give endless output: it is stopped, and what comes after it is rendered', async () => {
    const attacks = [
      "${{ 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' | replace(r/^(a+)+$/, 'x') }}",
      '${{ range(100000000) }}',
      '{% for a in range(1000) %}{% for b in range(1000) %}{% for c in range(1000) %}x{% endfor %}{% endfor %}{% endfor %}',
      '{% macro m() %}${{ m() }}{% endmacro %}${{ m() }}',
      '${{ [1] | slice(1000000000) }}',
      "${{ range(90000) | join('x' | center(100000)) }}",
      "${{ 'x' | center(1000000000) }}",
      "${{ 'x' | indent(1000000000) }}",
      "{% set s = 'xxxxxxxxxx' %}{% for i in range(60) %}{% set s = s + s %}{% endfor %}${{ s }}",
      "${{ ''.padEnd(1000000000, 'x') }}",
      "${{ 'x'.repeat(1000000000) }}",
      '${{ 9 ** 9 ** 9 }}',
      `\${{ ${'['.repeat(5000)}${']'.repeat(5000)} }}`,
      `\${{ ${'('.repeat(5000)}1${')'.repeat(5000)} }}`,
      `{% if 1 %}`.repeat(2000),
      'x'.repeat(1_000_001) + '${{ p }}',
    ]
    const items = attacks.flatMap(source => [
      { source, keepType: true },
      { source: '${{ p.a }}', keepType: true },
    ])
    const results = await renderer.render({ p: { a: 'after' } }, items, {}, createBudget())
    results.forEach((result, at) => {
      const { source = '' } = items[at] ?? {}
      if (at % 2 === 1)
        return expect([attacks[(at - 1) / 2]?.slice(0, 80), result]).toEqual([attacks[(at - 1) / 2]?.slice(0, 80), { value: 'after' }])
      const length = 'error' in result ? 0 : (JSON.stringify(result.value) ?? '').length
      expect([source.slice(0, 80), length < 8_100_000]).toEqual([source.slice(0, 80), true])
    })
    expect(results[0]).toEqual({
      error: expect.objectContaining({ isLimit: true, message: expect.stringMatching(/took longer than 1\.5 s/) }),
    })
    expect(results[8]).toMatchObject({ error: { message: expect.stringContaining('slice') } })
  })

  test('in JSONata is stopped as well', async () => {
    const evaluate = (expression: string, data: unknown) =>
      renderer.data('evaluate', { expression, data }, { what: 'The expression', budget: createBudget() })
    await expect(evaluate('($f := function($n) { $f($n + 1) }; $f(1))', {})).rejects.toMatchObject({ name: 'InputError' })
    const leaks = [
      '$$.constructor',
      '$constructor',
      '$eval("process")',
      '$.__proto__',
      '($x := {}; $x.constructor)',
      'process.env',
      '$require("fs")',
    ]
    for (const source of leaks) {
      const result = await evaluate(source, { a: 1 }).catch((error: Error) => error.message)
      expect([source, JSON.stringify(result) ?? '']).toEqual([source, expect.not.stringMatching(/native code|PORTICO_TEST_MARK/)])
    }
    expect(await evaluate('$sum(a)', { a: [1, 2] })).toBe(3)
  })

  test('cannot use more time than its step has left', async () => {
    const [result] = await renderer.render({}, [{ source: '${{ 1 }}', keepType: true }], {}, { leftMs: 0 })
    expect(result).toEqual({ error: expect.objectContaining({ isLimit: true, message: expect.stringContaining('30 s') }) })
  })
})

test('a render that is aborted ends at once', async () => {
  const controller = new AbortController()
  const source = "${{ 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' | replace(r/^(a+)+$/, 'x') }}"
  const rendering = renderer.render({}, [{ source, keepType: true }], {}, createBudget(controller.signal))
  controller.abort(new Error('cancelled'))
  await expect(rendering).rejects.toThrow('cancelled')
})

test('renders that begin while others are aborted are not given their processes', async () => {
  const items = [{ source: '${{ 1 + 1 }}', keepType: true }]
  for (let round = 0; round < 30; round++) {
    const aborted = Array.from({ length: 3 }, (_, at) => {
      const controller = new AbortController()
      const asked = renderer.render({}, items, {}, createBudget(controller.signal)).catch(() => undefined)
      // At another moment each time: before it is sent, while it is rendered, when its answer is on its way.
      setTimeout(() => controller.abort(), (round + at) % 4)
      return asked
    })
    const others = Array.from({ length: 4 }, () => renderers.for('user:default/ada').render({}, items, {}, createBudget()))
    for (const results of await Promise.all(others)) expect(results).toEqual([{ value: 2 }])
    await Promise.all(aborted)
  }
})

test('the slow expressions of one user do not keep those of another waiting', async () => {
  const source = "${{ 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' | replace(r/^(a+)+$/, 'x') }}"
  const abort = new AbortController()
  let ended = 0
  const slow = Array.from({ length: 10 }, () =>
    renderer
      .render({}, [{ source, keepType: true }], {}, createBudget(abort.signal))
      .catch(() => undefined)
      .finally(() => void (ended += 1)),
  )
  const [result] = await renderers.for('user:default/ada').render({}, [{ source: '${{ 1 + 1 }}', keepType: true }], {}, createBudget())
  // Those of one user run one after the other and end by their limit: who waited for them would come after all.
  expect(result).toEqual({ value: 2 })
  expect(ended).toBeLessThan(slow.length)
  abort.abort()
  await Promise.all(slow)
})
