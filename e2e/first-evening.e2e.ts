import { expect, freePort, test, watchProblems } from '@portico/core/testing/browser'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const repository = path.join(import.meta.dirname, '..')
const maxMs = 180_000

const component = `apiVersion: backstage.io/v1alpha1
kind: Component
metadata:
  name: my-service
  description: The first entity of a new portal
spec:
  type: service
  lifecycle: production
  owner: my-team
`

/** The commands that README gives for one's own catalog, as they stand there. */
function readmeCommands(): string {
  const readme = readFileSync(path.join(repository, 'README.md'), 'utf8')
  const [, block = ''] = /## Your own catalog[\s\S]*?```bash\n([\s\S]*?)```/.exec(readme) ?? []
  return block
}

/** A clone with the packages that an install would bring, and what this run has built: `npm start` builds from other sources only. */
async function cloneInto(folder: string): Promise<string> {
  const clone = path.join(folder, 'portico')
  await run('git', ['clone', '--quiet', '--depth', '1', `file://${repository}`, clone])
  for (const place of ['.', 'core']) linkPackages(path.join(repository, place, 'node_modules'), path.join(clone, place, 'node_modules'))
  for (const built of ['app/dist', 'app/dist-server']) cpSync(path.join(repository, built), path.join(clone, built), { recursive: true })
  return clone
}

function linkPackages(from: string, to: string): void {
  if (!existsSync(from)) return
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from).filter(each => !/^(@portico|\.vite.*|\.cache)$/.test(each))) {
    symlinkSync(path.join(from, name), path.join(to, name))
  }
  const own = path.join(from, '@portico')
  if (!existsSync(own)) return
  mkdirSync(path.join(to, '@portico'))
  // The clone's own workspaces, not those of the checkout that is tested.
  for (const name of readdirSync(own)) {
    const folder = ['app', 'core', 'ui'].includes(name) ? name : name === 'example-tools' ? 'examples/tools' : `plugins/${name}`
    symlinkSync(path.join('../..', folder), path.join(to, '@portico', name))
  }
}

test.setTimeout(maxMs * 2)

test('from a clone to the first entity of one’s own takes the commands of README and nothing else', async ({ page }) => {
  const problems = watchProblems(page)
  mkdirSync(path.join(repository, '.portico'), { recursive: true })
  const folder = mkdtempSync(path.join(repository, '.portico', 'first-evening-'))
  const began = performance.now()
  const clone = await cloneInto(folder)
  mkdirSync(path.join(folder, 'my-service'))
  writeFileSync(path.join(folder, 'my-service', 'catalog-info.yaml'), component)
  const port = await freePort()
  const url = `http://localhost:${port}`
  // The port of README may be taken on this machine; nothing else is set.
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|APP_CONFIG_|PORTICO_)/.test(name))),
    APP_CONFIG_backend_listen: JSON.stringify({ port, host: '127.0.0.1' }),
    APP_CONFIG_backend_baseUrl: JSON.stringify(url),
    APP_CONFIG_app_baseUrl: JSON.stringify(url),
  }
  const commands = readmeCommands()
  expect(commands).toContain('npm start')
  const shell = spawn('bash', ['-c', commands], { cwd: clone, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let output = ''
  shell.stdout.on('data', chunk => (output += String(chunk)))
  shell.stderr.on('data', chunk => (output += String(chunk)))
  try {
    await expect.poll(() => output, { timeout: maxMs }).toContain('Portico is ready at')
    await page.goto(`${url}/catalog`)
    await page.getByRole('button', { name: 'Enter' }).click()
    await expect(page.getByRole('link', { name: 'my-service' })).toBeVisible({ timeout: 30_000 })
    const tookMs = performance.now() - began
    test.info().annotations.push({ type: 'took', description: `${Math.round(tookMs / 1000)} s` })
    await page.getByRole('link', { name: 'my-service' }).click()
    await expect(page.getByText('The first entity of a new portal')).toBeVisible()
    // Nothing of the example is left: neither its mark nor its name, clocks, tools and entities.
    const sidebar = page.getByRole('navigation').first()
    await expect(sidebar.getByRole('link', { name: 'Home', exact: true })).toBeVisible()
    await expect(sidebar.getByText('Example data')).toHaveCount(0)
    await page.goto(url)
    await page.getByRole('main').and(page.locator('[aria-busy="false"]')).waitFor()
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(/Larkpost|Lisbon|Booking/)).toHaveCount(0)
    expect(problems).toEqual([])
  } finally {
    if (shell.pid !== undefined && shell.exitCode === null) {
      const exited = once(shell, 'exit')
      process.kill(-shell.pid, 'SIGTERM')
      await exited
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})
