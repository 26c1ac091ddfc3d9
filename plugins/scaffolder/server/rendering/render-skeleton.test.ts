import { afterAll, describe, expect, test } from 'vitest'
import type { FetchedFile } from '../actions/action.ts'
import { renderSkeleton, type SkeletonOptions } from './render-skeleton.ts'
import { createBudget, createRenderers } from './renderer.ts'

const renderers = createRenderers()
const renderer = renderers.for('user:default/ada')
afterAll(() => renderers.stop())

const file = (path: string, content: string | Uint8Array): FetchedFile => ({
  path,
  bytes: typeof content === 'string' ? Buffer.from(content) : content,
})

async function render(files: readonly FetchedFile[], more: Partial<SkeletonOptions> = {}): Promise<Record<string, string>> {
  const options = {
    renderer,
    budget: createBudget(),
    hosts: {},
    values: { name: 'app', pkg: 'org/acme', yes: true, no: '' },
    isCookiecutter: false,
    copyWithoutTemplating: [],
    ...more,
  }
  const result = await renderSkeleton(files, options)
  return Object.fromEntries(result.map(({ path, bytes }) => [path, Buffer.from(bytes).toString('latin1')]))
}

describe('a skeleton', () => {
  test('has its names and contents rendered; a value with slashes makes folders, an empty name leaves the file out', async () => {
    const files = [
      file('src/${{ values.pkg }}/${{ values.name | upper }}.txt', 'Hi ${{ values.name }}'),
      file('${{ values.no }}', 'x'),
      file('a/${{ values.no }}/b', 'x'),
      file('{% if values.yes %}kept.txt{% endif %}', 'x'),
      file('plain.txt', 'no tags { {x} }'),
    ]
    expect(await render(files)).toEqual({ 'src/org/acme/APP.txt': 'Hi app', 'kept.txt': 'x', 'plain.txt': 'no tags { {x} }' })
  })

  test('keeps binary files with template marks as they are', async () => {
    const binary = Buffer.concat([Buffer.from('${{ values.name }}'), Buffer.from([0, 255, 254])])
    const invalid = Buffer.concat([Buffer.from('${{ values.name }}'), Buffer.from([0xff, 0xfe])])
    expect(await render([file('a.bin', binary), file('b.bin', invalid)])).toEqual({
      'a.bin': binary.toString('latin1'),
      'b.bin': invalid.toString('latin1'),
    })
  })

  test('is copied where its patterns say so, but for names', async () => {
    const files = [file('${{ values.name }}/a.txt', '${{ values.name }}'), file('.github/${{ values.name }}.yaml', '${{ github.sha }}')]
    expect(await render(files, { copyWithoutTemplating: ['.github', '**/a.txt'] })).toEqual({
      'app/a.txt': '${{ values.name }}',
      '.github/app.yaml': '${{ github.sha }}',
    })
  })

  test('is rendered only where files have the extension, which they lose', async () => {
    const files = [file('a.txt.njk', '${{ values.name }}'), file('b.txt', '${{ values.name }}'), file('${{ values.name }}.j2', 'x')]
    expect(await render(files, { extension: '.njk' })).toEqual({ 'a.txt': 'app', 'b.txt': '${{ values.name }}', 'app.j2': 'x' })
  })

  test('of Cookiecutter has other marks', async () => {
    expect(
      await render([file('{{ cookiecutter.name }}.txt', '{{ cookiecutter.pkg | jsonify }} ${{ x }}')], { isCookiecutter: true }),
    ).toEqual({ 'app.txt': '"org/acme" $' })
  })

  test('that cannot be rendered says which file, line and expression', async () => {
    await expect(render([file('ok.txt', 'x'), file('src/bad.txt', 'one\ntwo ${{ values.name | nope }}')])).rejects.toThrow(
      /^src\/bad\.txt, line 2, column \d+: Unknown template filter "nope" in 'two \$\{\{ values\.name \| nope \}\}'$/,
    )
    await expect(render([file('README.md', '# Title {#anchor}')])).rejects.toThrow(/^README\.md, line 1/)
  })

  test('with a large file that holds expressions is refused by name; without expressions it is copied', async () => {
    const large = 'x'.repeat(1_100_000)
    await expect(render([file('large.txt', `${large}\${{ values.name }}`)])).rejects.toThrow('large.txt is larger than 1 MB')
    expect((await render([file('large.txt', large)]))['large.txt']).toHaveLength(1_100_000)
  })
})
