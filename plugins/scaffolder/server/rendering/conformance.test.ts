import { parseEntityRef as ofCatalog } from '@portico/catalog/common'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { parseEntityRef } from './filters.ts'
import { renderValue } from './render-value.ts'
import { createBudget, createRenderers } from './renderer.ts'

const renderers = createRenderers()
const renderer = renderers.for('user:default/ada')
afterAll(() => renderers.stop())

const p = {
  name: 'My App',
  n: 3,
  f: false,
  e: '',
  nul: null,
  arr: ['a', 'b'],
  obj: { k: 'v' },
  csv: 'a,b,c',
  repoUrl: 'github.com?owner=acme&repo=app',
  owner: 'group:default/team-a',
  list: [{ a: 1 }, { a: 2 }, { a: 1 }],
}
const context = { p, parameters: p, steps: { 'fetch-base': { output: { x: 'X' } }, pub: { output: { y: 'Y' } } }, fetch: 1 }

async function valuesOf(sources: readonly string[]) {
  const { value, problems } = await renderValue(sources, context, {
    renderer,
    budget: createBudget(),
    path: 'x',
    settings: { hosts: { 'github.com': 'github' } },
  })
  return { values: value as unknown[], problems }
}

/** A hole in a list: the expression has no value. */
const none = null

const forms: Readonly<Record<string, readonly (readonly [string, unknown])[]>> = {
  'values keep their type': [
    ['${{ p.name }}', 'My App'],
    ['${{ p.n }}', 3],
    ['${{ p.f }}', false],
    ['${{ p.e }}', ''],
    ['${{ p.nul }}', null],
    ['${{ p.arr }}', ['a', 'b']],
    ['${{ p.obj }}', { k: 'v' }],
    ['${{ p.missing }}', none],
    ['${{ p.missing.deep }}', none],
    ['${{ missing.x }}', none],
  ],
  'text around an expression gives text': [
    ['x ${{ p.arr }}', 'x a,b'],
    ['x ${{ p.obj }}', 'x [object Object]'],
    ['x ${{ p.nul }}', 'x '],
    ['x ${{ p.missing }}', 'x '],
    ['${{ p.missing }}${{ p.other }}', ''],
  ],
  'outputs of steps': [
    ["${{ steps['fetch-base'].output.x }}", 'X'],
    ['${{ steps.pub.output.y }}', 'Y'],
    ['${{ steps.fetch-base.output.x }}', null],
  ],
  'repository locations and entity refs': [
    ['${{ p.repoUrl | parseRepoUrl }}', { host: 'github.com', owner: 'acme', repo: 'app' }],
    ['${{ (p.repoUrl | parseRepoUrl).repo }}', 'app'],
    ["${{ (p.repoUrl | parseRepoUrl)['owner'] }}", 'acme'],
    ["${{ p.repoUrl | parseRepoUrl | pick('host') }}", 'github.com'],
    ["${{ p.repoUrl | parseRepoUrl | pick('host') === 'github.com' }}", true],
    ['${{ p.repoUrl | projectSlug }}', 'acme/app'],
    ["${{ p.owner | parseEntityRef | pick('name') }}", 'team-a'],
    ["${{ 'team' | parseEntityRef({defaultKind:'group'}) }}", { kind: 'group', namespace: 'default', name: 'team' }],
  ],
  comparisons: [
    ["${{ '5' == 5 }}", true],
    ["${{ '5' === 5 }}", false],
    ["${{ p.name !== 'x' }}", true],
    ["${{ p.name != 'x' }}", true],
    ['${{ p.n > 2 }}', true],
    ['${{ p.n <= 2 }}', false],
    ['${{ [1] == [1] }}', false],
  ],
  'and, or, not and in': [
    ["${{ p.e or 'd' }}", 'd'],
    ["${{ p.name and 'd' }}", 'd'],
    ['${{ not p.f }}', true],
    ["${{ 'a' in p.arr }}", true],
    ["${{ 'My' in p.name }}", true],
    ["${{ not ('x' in p.arr) }}", true],
  ],
  conditionals: [
    ["${{ 'a' if p.f else 'b' }}", 'b'],
    ["${{ 'a' if p.f }}", ''],
    ["${{ 'a' if p.f else ('b' if p.e else 'c') }}", 'c'],
  ],
  arithmetic: [
    ['${{ p.n + 1 }}', 4],
    ["${{ p.n + '1' }}", '31'],
    ["${{ 'a' ~ p.n }}", 'a3'],
    ['${{ 7 // 2 }}', 3],
    ['${{ 2 ** 3 }}', 8],
  ],
  'filters of texts': [
    ['${{ p.name | lower }}', 'my app'],
    ['${{ p.name | upper }}', 'MY APP'],
    ['${{ p.name | capitalize }}', 'My app'],
    ["${{ 'my app' | title }}", 'My App'],
    ["${{ ' x ' | trim }}", 'x'],
    ["${{ 'a/a' | replace('a','b') }}", 'b/b'],
    ["${{ '/x/g' | replace('/x/g','b') }}", 'b'],
    ["${{ 'xax' | replace(r/x/g,'-') }}", '-a-'],
    ["${{ 'abcdef' | truncate(3) }}", 'abc...'],
    ["${{ 'a b' | wordcount }}", 2],
    ["${{ 'a' | center(5) }}", '  a  '],
    ["${{ '<b>x</b>' | striptags }}", 'x'],
    ["${{ '<' | escape }}", '&lt;'],
    ["${{ '<' | safe }}", '<'],
    ["${{ 'a b' | urlencode }}", 'a%20b'],
    ["${{ 'a\\nb' | indent(4) }}", 'a\n    b'],
  ],
  defaults: [
    ["${{ p.missing | default('d') }}", 'd'],
    ["${{ p.e | default('d') }}", ''],
    ["${{ p.e | d('x', true) }}", 'x'],
    ['${{ p.nul | d(false, true) }}', false],
  ],
  json: [
    ['${{ p.obj | dump }}', '{"k":"v"}'],
    ['${{ p.obj | dump(2) }}', '{\n  "k": "v"\n}'],
  ],
  lists: [
    ["${{ p.arr | join(',') }}", 'a,b'],
    ['${{ p.arr | first }}', 'a'],
    ['${{ p.arr | last }}', 'b'],
    ['${{ p.arr | length }}', 2],
    ['${{ p.arr | reverse }}', ['b', 'a']],
    ["${{ ['b','a'] | sort }}", ['a', 'b']],
    ["${{ 'ab' | list }}", ['a', 'b']],
    ['${{ p.n | string }}', '3'],
    ["${{ '3' | int }}", 3],
    ["${{ '3.5' | float }}", 3.5],
    ['${{ 3.14 | round(1) }}', 3.1],
    ["${{ p.list | selectattr('a') | length }}", 3],
    ["${{ (p.list | groupby('a'))[1] | length }}", 2],
    ["${{ p.list | sum('a') }}", 4],
    ['${{ [1,2,3] | batch(2) }}', [[1, 2], [3]]],
    ['${{ [1,2,3] | slice(2) }}', [[1, 2], [3]]],
    ['${{ p.obj | dictsort }}', [['k', 'v']]],
    ["${{ p.list | join('-', 'a') }}", '1-2-1'],
  ],
  'methods of texts and lists': [
    ["${{ p.csv.split(',') }}", ['a', 'b', 'c']],
    ["${{ ' x '.trim() }}", 'x'],
    ["${{ p.name.startsWith('My') }}", true],
    ["${{ p.arr.join('+') }}", 'a+b'],
    ["${{ p.arr.concat(['c']) }}", ['a', 'b', 'c']],
    ["${{ p.arr.includes('a') }}", true],
    ["${{ p.arr.indexOf('b') }}", 1],
    ['${{ p.name.toUpperCase() }}', 'MY APP'],
    ["${{ p.name.replace('My','Our') }}", 'Our App'],
    ['${{ p.name.length }}', 6],
  ],
  literals: [
    ['${{ {a: 1, b: [1,2]} }}', { a: 1, b: [1, 2] }],
    ['${{ [1, none] }}', [1, null]],
    ['${{ range(3) }}', [0, 1, 2]],
    ['${{ p.arr[0] }}', 'a'],
    ['${{ p.arr[0:1] }}', ['a']],
  ],
  tests: [
    ['${{ p.name is string }}', true],
    ['${{ p.missing is defined }}', false],
    ['${{ p.nul is none }}', true],
    ['${{ 3 is odd }}', true],
    ['${{ p.n is number }}', true],
    ['${{ p.arr is iterable }}', true],
    ['${{ p.obj is mapping }}', true],
  ],
  statements: [
    ['{% if p.f %}1{% elif p.n %}2{% else %}3{% endif %}', '2'],
    ['{% for x in p.arr %}${{ loop.index }}${{ x }}{% endfor %}', '1a2b'],
    ['{% for k, v in p.obj %}${{ k }}=${{ v }}{% endfor %}', 'k=v'],
    ['{% for x in [] %}x{% else %}none{% endfor %}', 'none'],
    ['{% set a = 1 %}${{ a }}', '1'],
    ['{% macro m(x) %}<${{ x }}>{% endmacro %}${{ m(1) }}', '<1>'],
    ['{% switch p.n %}{% case 3 %}three{% default %}other{% endswitch %}', 'three'],
    ['{% filter upper %}a{% endfilter %}', 'A'],
    ['{% raw %}${{ x }}{% endraw %}', '${{ x }}'],
    ['{% verbatim %}${{ x }}{% endverbatim %}', '${{ x }}'],
    ['a{# comment #}b', 'ab'],
    ['a {%- if p.n -%} b {%- endif %}', 'ab'],
    ['a ${{- p.n -}} b', 'a3b'],
    ['{% set j = joiner() %}{% for x in p.arr %}${{ j() }}${{ x }}{% endfor %}', 'a,b'],
    ["{% set c = cycler('o','e') %}${{ c.next() }}${{ c.next() }}", 'oe'],
    ['{% if p.n %}true{% else %}false{% endif %}', 'true'],
    ["${{ '${{' }} secrets.X }}", '${{ secrets.X }}'],
  ],
}

describe('expressions give what templates in the world rely on', () => {
  test.each(Object.entries(forms))('%s', async (_, cases) => {
    const { values, problems } = await valuesOf(cases.map(([source]) => source))
    expect(problems).toEqual([])
    expect(values.map((value, at) => [cases[at]?.[0], value])).toEqual(cases.map(([source, value]) => [source, value]))
  })
})

const failing: readonly (readonly [string, RegExp | undefined])[] = [
  ['${{ p.a || p.b }}', /a or b/],
  ['${{ p.a && p.b }}', /a and b/],
  ['${{ p.f ? 1 : 2 }}', /a if condition else b/],
  ["${{ steps.['x'] }}", /steps\['x'\]/],
  ["${{ p.csv | split(',') }}", /value\.split/],
  ['${{ p.n | now }}', /does not exist/],
  ["${{ p.list | map(attribute='a') }}", /no filter map/],
  ['${{ p.arr | unique }}', /does not exist/],
  ['${{ p.name | base64 }}', /does not exist/],
  ['${{ p.name | fromJson }}', /does not exist/],
  ['${{ now() }}', /does not exist/],
  ["${{ p.name.replaceAll('a','b') }}", /replace\('a', 'b'\)/],
  ["${{ 'a' if p.f else 'b' if p.e else 'c' }}", undefined],
  ["${{ 'github.com?owner=a' | parseRepoUrl }}", undefined],
  ["${{ 'unknown.test?owner=a&repo=b' | parseRepoUrl }}", undefined],
  ["${{ 'team' | parseEntityRef }}", undefined],
  ["{% include 'x' %}", undefined],
  ["{% import 'x' as y %}", undefined],
  ["{% extends 'x' %}", undefined],
  ['{% ifAsync p.n %}{% endif %}', undefined],
  ['{% asyncEach x in p.arr %}{% endeach %}', undefined],
]

test('an expression that fails leaves its text, and the problem says where and what to write instead', async () => {
  const { values, problems } = await valuesOf(failing.map(([source]) => source))
  expect(values).toEqual(failing.map(([source]) => source))
  expect(problems.map(({ source }) => source)).toEqual(failing.map(([source]) => source))
  failing.forEach(([, hint], at) => {
    if (hint) expect(problems[at]?.hint).toMatch(hint)
  })
  expect(problems[0]).toMatchObject({ path: 'x[0]', line: 1, column: expect.any(Number), message: expect.stringContaining('Expected') })
})

test('a key without a value is removed, a value that comes out of an expression is not rendered again, and keys are not rendered', async () => {
  const options = { renderer, budget: createBudget(), path: 'x' }
  const { value } = await renderValue(
    { a: '${{ p.missing }}', b: '${{ p.text }}', '${{ p.n }}': 1 },
    { p: { text: '${{ p.n }}', n: 1 } },
    options,
  )
  expect(value).toEqual({ b: '${{ p.n }}', '${{ p.n }}': 1 })
})

test('entity refs are read as the catalog reads them', () => {
  const part = fc.string({ unit: fc.constantFrom('a', 'B', '1', '-', '.', '/', ':') })
  fc.assert(
    fc.property(part, fc.option(fc.constantFrom('group', 'user'), { nil: undefined }), (ref, defaultKind) => {
      const read = (run: () => unknown) => {
        try {
          return run()
        } catch {
          return 'refused'
        }
      }
      expect(read(() => parseEntityRef(ref, { defaultKind }))).toEqual(read(() => ofCatalog(ref, { defaultKind })))
    }),
  )
})
