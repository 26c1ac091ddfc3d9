import { startCatalog, document } from '@portico/catalog/testing'
import { runCommandLine } from '@portico/core/server/command-line'
import { searchPlugin } from '@portico/search/server'
import { techdocsApi } from '@portico/techdocs/common'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { techdocsPlugin } from '../index.ts'

const params = { namespace: 'default', kind: 'component', name: 'pay' }

test('what portico docs publish writes is what a portal with builder external shows, without building anything', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-published-'))
  const techdocs = { builder: 'external', publisher: { type: 'local', local: { publishDirectory: path.join(folder, 'published') } } }
  const catalog = await startCatalog(
    { 'pay/catalog-info.yaml': document('Component', 'pay', { metadata: { annotations: { 'backstage.io/techdocs-ref': 'dir:.' } } }) },
    { plugins: [searchPlugin, techdocsPlugin], config: { techdocs } },
  )
  try {
    catalog.write('pay/mkdocs.yml', 'site_name: Payments\nnav: [index.md, Part: [Guide: a/b.md]]\n')
    catalog.write('pay/docs/index.md', '# Home\n\n[b](a/b.md) ![p](p.png)')
    catalog.write('pay/docs/a/b.md', '# B\n\n## Section\n\nwords')
    catalog.write('pay/docs/p.png', 'png')
    await catalog.until('kind=component', 1)
    expect((await catalog.server.fetch('/api/techdocs/sites/default/component/pay')).status).toBe(404)

    mkdirSync(path.join(folder, 'published/default/component/other'), { recursive: true })
    writeFileSync(path.join(folder, 'published/default/component/other/index.html'), 'private')
    const config = path.join(folder, 'app-config.yaml')
    writeFileSync(config, JSON.stringify({ techdocs }))
    const lines: string[] = []
    const say = (line: string) => void lines.push(line)
    const code = await runCommandLine(['docs', 'publish', 'component:default/pay', path.join(catalog.folder, 'pay'), '--config', config], {
      plugins: [techdocsPlugin],
      print: say,
      warn: say,
      cwd: folder,
      env: {},
    })
    expect([code, lines]).toEqual([0, ['2 pages, 6 files published as default/component/pay']])

    const sync = await (await catalog.server.fetch('/api/techdocs/sync/default/component/pay')).text()
    expect(sync).toContain('event: finish\ndata: {"updated":false}')
    const { site } = await catalog.server.call(techdocsApi.getSite, { params })
    expect(site).toMatchObject({
      name: 'Payments',
      nav: [
        { title: 'Home', path: '' },
        { title: 'Part', children: [{ title: 'Guide', path: 'a/b/' }] },
      ],
    })
    const page = await catalog.server.call(techdocsApi.getPage, { params: { ...params, rest: 'a/b/' } })
    expect(page).toMatchObject({ title: 'B', headings: [{ id: 'b' }, { id: 'section' }] })
    expect((await catalog.server.call(techdocsApi.getPage, { params: { ...params, rest: '' } })).html).toContain(
      'href="portico-page:/a/b/"',
    )
    const raw = await catalog.server.fetch('/api/techdocs/static/docs/default/component/pay/a/b/index.html')
    expect([raw.status, raw.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(await (await catalog.server.fetch('/api/techdocs/files/default/component/pay/p.png')).text()).toBe('png')
    // The docs of others may be private: no path leads there.
    for (const route of ['files', 'static/docs', 'pages']) {
      const answer = await catalog.server.fetch(
        `/api/techdocs/${route}/default/component/pay/..%2F..%2F..%2Fdefault%2Fcomponent%2Fpay%2F..%2Fother%2Findex.html`,
      )
      expect([route, answer.status]).toEqual([route, 404])
    }
    expect(await catalog.server.call(techdocsApi.searchSite, { params, query: { term: 'words' } })).toMatchObject({
      items: [{ path: 'a/b/', id: 'section' }],
    })
  } finally {
    await catalog.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
