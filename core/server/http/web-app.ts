import { escapeHtml, notFoundError } from '@portico/core/common'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { WebPackage } from '../packages/web-packages.ts'
import type { AppProtection } from './app-protection.ts'
import type { BrandFontFiles } from './brand-fonts.ts'
import { withBrandIcon } from './branding.ts'
import { createPageModules, sharedModulesName } from './page-modules.ts'
import { createStaticFiles } from './static-files.ts'
import { createPageMatcher, type PageAtPath } from './page-paths.ts'

interface PageFiles extends PageAtPath {
  /** The elements that preload the page's files. */
  readonly links: string
}

/** The name of the manifest that maps pages to their files. */
const pageFilesName = 'page-files.json'

/** The preload links for a path, so that a browser fetches a page's code at once and not after the portal has started. */
function readPageLinks(folder: string): (pathname: string) => string {
  const file = path.join(folder, pageFilesName)
  const pageAt = createPageMatcher(existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PageFiles[]) : [])
  return pathname => pageAt(pathname)?.page.links ?? ''
}

export interface WebAppOptions {
  /** The folder of the built web app. */
  readonly folder: string
  /** The path of `app.baseUrl`, without a trailing slash: '' or '/portal'. */
  readonly basePath: string
  /** The frontend part of the config, read with every page so that a reload takes effect. */
  readonly config: () => readonly { readonly data: object; readonly context: string }[]
  readonly policy: (nonce: string, scripts: readonly string[]) => string
  /** Called with the path of every page that is sent, without the base path. Returns the addresses that the page requests first. */
  readonly onRequest: (pathname: string, search: URLSearchParams) => readonly string[]
  /** The web halves of plugins from outside that are on; another list when they have changed. */
  readonly packages?: () => readonly WebPackage[]
  /** The fonts of the organisation. */
  readonly fonts: BrandFontFiles
  /** Where the app is for signed-in users only. */
  readonly protection?: AppProtection
  /** In development nothing is built: the page comes from its source, as the bundler wants it. */
  readonly development?: {
    readonly template: string
    transform(url: string, html: string): Promise<string>
    /** Where the modules are that plugins from outside share, by their names. */
    readonly shared: Readonly<Record<string, string>>
  }
}

/** Files of the build that are for the server only. */
const buildManifests = ['public-files.json', 'extension-ids.json', 'build.json', pageFilesName, sharedModulesName]

/** Serves the web app: hashed files for ever, the page itself never cached and with the config inside. */
export async function mountWebApp(http: FastifyInstance, options: WebAppOptions): Promise<void> {
  const { basePath, protection } = options
  const pages = pageRenderer(options)

  if (!options.development) mountFiles(http, options)
  options.fonts.mount(http)

  async function sendPage(request: FastifyRequest, reply: FastifyReply) {
    const entered = protection === undefined || (await protection.mayEnter(request, reply))
    const nonce = randomBytes(16).toString('base64')
    const { html, scripts } = await pages(request.url, nonce, entered)
    return reply
      .headers({ 'cache-control': 'no-store, max-age=0', 'content-security-policy': options.policy(nonce, scripts) })
      .type('text/html; charset=utf-8')
      .send(html)
  }
  http.get(basePath || '/', (request, reply) => sendPage(request, reply))
  http.get(`${basePath}/*`, (request, reply) => {
    if (/^\/api(?:[/?]|$)/.test(request.url)) return reply.callNotFound()
    // A missing hashed file must be an error: a page in its place would be run as a script.
    if (request.url.startsWith(`${basePath}/static/`)) throw notFoundError('There is no such file')
    return sendPage(request, reply)
  })
  await protection?.mountSignIn(http, basePath)
  if (basePath) http.get('/', (_request, reply) => reply.redirect(`${basePath}/`))
}

function mountFiles(http: FastifyInstance, { folder, basePath, protection }: WebAppOptions): void {
  // Protected files must not be stored by shared caches.
  const sharing = protection ? 'private' : 'public'
  if (protection) {
    http.addHook('onRequest', async request => {
      if (request.url.startsWith(`${basePath}/static/`)) await protection.guardFile(request)
    })
  }
  const hashed = createStaticFiles(path.join(folder, 'static'))
  http.get<{ Params: { '*': string } }>(`${basePath}/static/*`, (request, reply) =>
    hashed.send(request.params['*'], request, reply, `${sharing}, max-age=31536000, immutable`),
  )
  const loose = createStaticFiles(folder)
  for (const name of loose.names.filter(each => !each.endsWith('.html') && !buildManifests.includes(each))) {
    http.get(`${basePath}/${name}`, (request, reply) => loose.send(name, request, reply, 'public, max-age=3600'))
  }
}

interface RenderedPage {
  readonly html: string
  /** What the policy allows of the scripts that are written out in it. */
  readonly scripts: readonly string[]
}

function pageRenderer(options: WebAppOptions): (url: string, nonce: string, entered: boolean) => Promise<RenderedPage> {
  const { development, protection } = options
  const toTemplate = (source: string) => source.replaceAll('__BASE_PATH__', `${options.basePath}/`)
  const source = development?.template ?? readFileSync(path.join(options.folder, 'index.html'), 'utf8')
  const app = toTemplate(protection ? source.replace('</head>', '<meta name="backstage-app-mode" content="protected" /></head>') : source)
  const signIn = protection && toTemplate(protection.signInPage)
  const scripts = { app: inlineScripts(app), signIn: inlineScripts(signIn ?? '') }
  const modules = createPageModules({
    folder: options.folder,
    basePath: options.basePath,
    packages: options.packages ?? (() => []),
    sources: development?.shared,
  })
  // An import map has no effect after the first module: in development the bundler has put one before all else.
  const beforeModules = development ? /<head>/ : /<base [^>]*>/
  const linksOf = development ? () => '' : readPageLinks(options.folder)
  return async (url, nonce, entered) => {
    const isApp = entered || !signIn
    const template = isApp ? app : signIn
    const page = (await development?.transform(url, template)) ?? template
    const pathname = pathOf(url, options.basePath)
    const links = entered
      ? `${linksOf(pathname)}${firstRequestsElement(options.onRequest(pathname, new URLSearchParams(/\?.*/s.exec(url)?.[0])))}`
      : ''
    const config = options.config()
    const outside = isApp ? modules() : undefined
    const html = withBrandIcon(page, config)
      .replace(beforeModules, found => `${found}${outside?.importMap ?? ''}`)
      .replace('</head>', () => `${links}${outside?.links ?? ''}${options.fonts.style()}</head>`)
      // A function as replacement: '$&' in a config value must stay as it is.
      .replace('<!--portico:config-->', () => configScript(config))
      .replaceAll('__CSP_NONCE__', nonce)
    return { html, scripts: isApp ? [...scripts.app, ...(outside?.scripts ?? [])] : scripts.signIn }
  }
}

/** The path of a page in the app: without the base path and what comes after the path. */
function pathOf(url: string, basePath: string): string {
  return url.slice(basePath.length).replace(/\?.*$/s, '')
}

/** Read by the script that is written out in the page, once the session is there. */
function firstRequestsElement(urls: readonly string[]): string {
  return urls.length === 0 ? '' : `<meta name="first-requests" content="${escapeHtml(JSON.stringify(urls))}">`
}

/** The hashes by which a policy allows the scripts that the build wrote out in a page, and no others. */
function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  )
}

/** Data, not code: browsers do not run it, and nothing in it can close the element early. */
function configScript(config: readonly object[]): string {
  return `<script type="backstage.io/config">\n${JSON.stringify(config).replaceAll('<', '\\u003c')}\n</script>`
}
