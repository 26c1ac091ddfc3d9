import fs from 'node:fs'
import path from 'node:path'
import { collect } from './child.mjs'
import { Failure } from './failure.mjs'
import { step } from './progress.mjs'
import { toolPath } from './repository.mjs'

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const commonFolders = ['/usr/bin', '/usr/local/bin']
const commonFiles = [
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The Chromium that the browser tests use: the one on the machine, else Playwright's, else Debian's where we may install it. */
export async function ensureBrowser(node) {
  const named = process.env.PORTICO_CHROMIUM
  if (named) {
    if (await runs(named)) return named
    throw new Failure(`PORTICO_CHROMIUM is ${named}, and that does not run`)
  }
  const onMachine = await firstThatRuns(candidates(process.env.PATH ?? ''))
  if (onMachine) return onMachine
  const found = (await fromPlaywright(node)) ?? (await fromDebian())
  if (found) return found
  throw new Failure('no Chromium for the browser tests: install Chromium or Chrome, or name one in PORTICO_CHROMIUM')
}

/** Every file that may be a Chromium, the likeliest first. */
export function candidates(searchPath, exists = fs.existsSync) {
  const folders = [...searchPath.split(path.delimiter).filter(Boolean), ...commonFolders]
  const files = [...commands.flatMap(command => folders.map(folder => path.join(folder, command))), ...commonFiles]
  return [...new Set(files)].filter(file => exists(file))
}

async function firstThatRuns(files) {
  for (const file of files) if (await runs(file)) return file
  return undefined
}

/** Some systems have a stub under the name that only says how to get the browser. */
async function runs(file) {
  const { code, output } = await collect(file, ['--version'], { timeout: 20_000 })
  return code === 0 && /Chrom/.test(output)
}

async function fromPlaywright(node) {
  const ask = "import('@playwright/test').then(({ chromium }) => process.stdout.write(chromium.executablePath()))"
  const { output } = await collect(node, ['-e', ask])
  const file = output.trim()
  if (!path.isAbsolute(file)) return undefined
  if (fs.existsSync(file) && (await runs(file))) return file
  await step("Fetching Playwright's Chromium", () =>
    collect(node, [toolPath('@playwright/test', 'cli.js'), 'install', 'chromium'], { timeout: 300_000 }),
  )
  return (await runs(file)) ? file : undefined
}

async function fromDebian() {
  if (process.getuid?.() !== 0 || !fs.existsSync('/usr/bin/apt-get')) return undefined
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, timeout: 300_000 }
  await step("Installing Debian's Chromium", async () => {
    await collect('apt-get', ['update', '-q'], options)
    await collect('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], options)
  })
  return firstThatRuns(candidates(process.env.PATH ?? ''))
}
