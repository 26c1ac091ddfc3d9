import { runCommandLine } from '@portico/core/server/command-line'
import { scaffolderPlugin } from '@portico/scaffolder/server'
import { template } from '@portico/scaffolder/testing'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-template-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
  writeFileSync(path.join(folder, name), text)
}

async function portico(...argv: string[]) {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const exit = await runCommandLine(argv, { plugins: [scaffolderPlugin], version: '1.2.3', cwd: folder, env: {}, print, warn: print })
  return { exit, text: lines.join('\n') }
}

const good = `
apiVersion: scaffolder.backstage.io/v1beta3
kind: Template
metadata: { name: good }
spec:
  type: x
  parameters: { required: [name], properties: { name: { type: string }, extra: { type: boolean } } }
  steps:
    - { id: fetch, action: 'fetch:template', input: { url: ./skeleton, values: { name: '\${{ parameters.name }}' } } }
    - { id: more, if: '\${{ parameters.extra }}', action: 'debug:log', input: { message: more } }
  output: { name: '\${{ parameters.name }}' }
`

describe('portico template lint', () => {
  test('finds nothing wrong with a good template', async () => {
    write('good/template.yaml', good)
    write('good/skeleton/a.txt', '${{ values.name }}')
    expect(await portico('template', 'lint', 'good')).toEqual({ exit: 0, text: '0 errors, 0 warnings' })
  })

  test('finds unknown actions, wrong and unknown inputs, unused parameters, expressions that never resolve, and swallowed pipeline expressions', async () => {
    write(
      'bad/template.yaml',
      `
apiVersion: scaffolder.backstage.io/v1beta3
kind: Template
metadata: { name: bad }
spec:
  type: x
  parameters: [{ properties: { unused: { type: string }, hush: { type: string, 'ui:field': Secret } } }]
  steps:
    - { id: a, action: 'fetch:templat', input: {} }
    - { id: b, action: 'debug:log', input: { message: 5, nonsense: 1 } }
    - { id: c, action: 'debug:log', input: { message: '\${{ parameters.missing || 1 }}' } }
    - { id: d, action: 'debug:log', input: { message: "\${{ steps.later.output.x }} \${{ steps['none'].output.x | nope }}" } }
    - { id: e, action: 'debug:log', input: { message: '\${{ secrets.hush }}' } }
    - { id: later, action: 'fetch:template', input: { url: ./skeleton, copyWithoutTemplating: [copied.yaml], copyWithoutRender: [old.yaml] } }
`,
    )
    write('bad/skeleton/ci.yaml', 'run: ${{ github.sha }}')
    write('bad/skeleton/copied.yaml', 'run: ${{ github.sha }}')
    write('bad/skeleton/old.yaml', 'run: ${{ github.sha }}')
    write('bad/skeleton/raw.yaml', '{% raw %}run: ${{ github.sha }}{% endraw %}')
    const { exit, text } = await portico('template', 'lint', 'bad', '--json')
    const { findings } = JSON.parse(text) as { findings: { severity: string; path: string; message: string }[] }
    expect(exit).toBe(1)
    expect(findings.map(({ severity, path: place, message }) => `${severity} ${place} ${message}`)).toEqual([
      "error spec.steps[0].action There is no action 'fetch:templat'; did you mean 'fetch:template'?",
      expect.stringMatching(/^error spec\.steps\[1\]\.input\.message .*expected string/),
      expect.stringMatching(/^warning spec\.steps\[5\]\.input\.copyWithoutRender .*it is ignored\. Write copyWithoutTemplating/),
      expect.stringMatching(/^error spec\.steps\[4\]\.input\.message debug:log uses the secret 'hush', .*spec\.secrets\.inLogs/),
      expect.stringMatching(/^error spec\.steps\[2\]\.input\.message line 1, column \d+: .*Write 'a or b'/),
      expect.stringMatching(/^error spec\.steps\[3\]\.input\.message line 1, column \d+: Unknown template filter "nope"/),
      "warning spec.steps[2].input.message no page declares the parameter 'missing'",
      "error spec.steps[3].input.message the step 'later' has not run yet",
      "error spec.steps[3].input.message there is no step 'none'",
      "warning spec.parameters.unused no step and no output uses the parameter 'unused'",
      expect.stringMatching(/^warning skeleton\/ci\.yaml:1 'run: \$\{\{ github\.sha \}\}' is rendered/),
      expect.stringMatching(/^warning skeleton\/old\.yaml:1 .* is rendered/),
    ])
  })

  test('says file and line, in the second document too and in files beside the template', async () => {
    const second = good.replace("action: 'debug:log'", "action: 'debug:lag'").replace('./skeleton', './skeletton')
    write('two/template.yaml', `# A group\nkind: Group\n---\n${second}`)
    write('two/other/ci.yaml', 'a')
    const { text } = await portico('template', 'lint', 'two')
    expect(text.split('\n')).toEqual([
      "two/template.yaml:13: error: There is no action 'debug:lag'; did you mean 'debug:log'? (spec.steps[1].action)",
      'two/template.yaml:12: error: there is no ./skeletton beside the template (spec.steps[0].input.url)',
      '2 errors, 0 warnings',
    ])
    write('two/template.yaml', good)
    write('two/skeleton/ci.yaml', 'on: push\nrun: ${{ github.sha }}')
    expect((await portico('template', 'lint', 'two')).text).toMatch(/^two\/skeleton\/ci\.yaml:2: warning: /m)
  })

  test('says which file is not a template', async () => {
    write('a.yaml', 'a: [')
    write('b.yaml', 'kind: Component')
    write('c.yaml', 'kind: Template')
    const { exit, text } = await portico('template', 'lint', 'a.yaml', 'b.yaml', 'c.yaml')
    expect(exit).toBe(1)
    expect(text).toMatch(/^a\.yaml:1: error: /m)
    expect(text).toMatch(/^b\.yaml:1: error: holds no Template$/m)
    expect(text).toMatch(/^c\.yaml:1: error: .*apiVersion/m)
    expect((await portico('template', 'lint', 'none')).exit).not.toBe(0)
  })
})

describe('portico template test', () => {
  beforeEach(() => {
    write('t/template.yaml', good)
    write('t/skeleton/${{ values.name }}.txt', 'Hello ${{ values.name }}\n')
    write('t/tests/plain.yaml', 'values: { name: ann }\nexpect: { skipped: [more], output: { name: ann } }\n')
  })

  test('writes what is expected the first time, and compares from then on', async () => {
    expect(await portico('template', 'test', 't', '--ci')).toMatchObject({ exit: 1, text: expect.stringContaining('review them') })
    expect(readFileSync(path.join(folder, 't/tests/plain/ann.txt.snap'), 'utf8')).toBe('Hello ann\n')
    expect(await portico('template', 'test', 't', '--ci')).toMatchObject({ exit: 0, text: expect.stringContaining('pass plain') })
    write('t/skeleton/${{ values.name }}.txt', 'Good day ${{ values.name }}\n')
    write('t/skeleton/new.txt', 'x')
    const changed = await portico('template', 'test', 't')
    expect(changed.exit).toBe(1)
    expect(changed.text).toContain("ann.txt is different: line 1 was 'Hello ann' and is 'Good day ann'")
    expect(changed.text).toContain('new.txt is new')
    expect((await portico('template', 'test', 't', '--update')).exit).toBe(0)
    expect((await portico('template', 'test', 't', '--ci')).exit).toBe(0)
  })

  test('says which steps and conditions no case covers, and what fails', async () => {
    expect((await portico('template', 'test', 't')).text).toMatch(/67 % of steps and conditions are covered\n {4}never run: more/)
    write('t/tests/full.yaml', 'values: { name: bob, extra: true }')
    expect((await portico('template', 'test', 't')).text).toContain('100 % of steps and conditions')
    write('t/tests/wrong.yaml', 'values: {}')
    expect((await portico('template', 'test', 't')).text).toMatch(/FAIL wrong\n {4}it fails: instance\.name/)
    write('t/tests/wrong.yaml', 'values: {}\nexpect: { error: instance.name }')
    expect((await portico('template', 'test', 't')).exit).toBe(0)
    write('t/tests/odd.yaml', 'nonsense: 1')
    expect((await portico('template', 'test', 't')).text).toContain('odd.yaml is not a case')
  })

  test('counts a step as run whose action changes something outside, and the cases of the example templates pass', async () => {
    const publish = { id: 'publish', action: 'publish:github', input: { repoUrl: 'github.com?owner=acme&repo=shop' } }
    write('p/template.yaml', template('publishes', { steps: [publish] }))
    write('p/tests/plain.yaml', 'expect: { skipped: [] }\n')
    expect(await portico('template', 'test', 'p', '--ci')).toMatchObject({ exit: 0, text: expect.stringContaining('100 % of steps') })
    const examples = path.resolve(import.meta.dirname, '../../../../examples/templates')
    const { text, exit } = await portico('template', 'test', examples, '--ci')
    expect([exit, text.match(/FAIL.*|no cases.*/g)], text).toEqual([0, null])
  })
})
