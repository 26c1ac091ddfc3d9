import { openConfig } from '@portico/core/server'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { catalogSections } from '../config.ts'

test('file targets that do not exist are warnings, with the whole path; files, globs and addresses that may be right are not', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-catalog-config-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const targets = ['here.yaml', './gone.yaml', '*.yaml', 'gone/**/*.yaml', path.join(folder, 'here.yaml')]
  const locations = [...targets.map(target => ({ type: 'file', target })), { type: 'url', target: 'https://gone.test/a.yaml' }]
  writeFileSync(path.join(folder, 'here.yaml'), '')
  writeFileSync(path.join(folder, 'app-config.yaml'), JSON.stringify({ catalog: { locations } }))
  const sections = Object.entries(catalogSections).map(([section, schema]) => ({ owner: 'catalog', section, schema }))
  const config = await openConfig({ cwd: folder, env: {}, sections })
  config.close()
  expect(config.warnings).toEqual([
    `catalog.locations[1]: there is no file ${path.join(folder, 'gone.yaml')} (app-config.yaml:1)`,
    `catalog.locations[3]: there is no folder ${path.join(folder, 'gone')} (app-config.yaml:1)`,
  ])
})
