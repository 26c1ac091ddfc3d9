import fastifyStatic from '@fastify/static'
import { notFoundError } from '@portico/core/common'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { AppProtection } from './app-protection.ts'

export interface WebAppOptions {
  /** The folder of the built web app. */
  readonly folder: string
  /** The path of `app.baseUrl`, without a trailing slash: '' or '/portal'. */
  readonly basePath: string
  /** What the browser may know of the config, asked for with every page so that a reload takes effect. */
  readonly config: () => readonly { readonly data: object; readonly context: string }[]
  readonly policy: (nonce: string) => string
  /** Where the app is for signed-in people only. */
  readonly protection?: AppProtection
  /** In development nothing is built: the page comes from its source, as the bundler wants it. */
  readonly development?: { readonly template: string; transform(url: string, html: string): Promise<string> }
}

/** Serves the web app: hashed files for ever, the page itself never cached and with the config inside. */
export async function mountWebApp(http: FastifyInstance, options: WebAppOptions): Promise<void> {
  const { basePath, protection } = options
  const html = pageRenderer(options)

  if (!options.development) await mountFiles(http, options)

  async function sendPage(request: FastifyRequest, reply: FastifyReply) {
    const entered = protection === undefined || (await protection.mayEnter(request, reply))
    const nonce = randomBytes(16).toString('base64')
    return reply
      .headers({ 'cache-control': 'no-store, max-age=0', 'content-security-policy': options.policy(nonce) })
      .type('text/html; charset=utf-8')
      .send(await html(request.url, nonce, entered))
  }
  http.get(basePath || '/', (request, reply) => sendPage(request, reply))
  http.get(`${basePath}/*`, (request, reply) => {
    // A missing hashed file must be an error: a page in its place would be run as a script.
    if (request.url.startsWith(`${basePath}/static/`) || request.url.startsWith('/api/')) throw notFoundError('There is no such file')
    return sendPage(request, reply)
  })
  await protection?.mountSignIn(http, basePath)
  if (basePath) http.get('/', (_request, reply) => reply.redirect(`${basePath}/`))
}

async function mountFiles(http: FastifyInstance, { folder, basePath, protection }: WebAppOptions): Promise<void> {
  // What not everybody may have, no cache that people share may keep.
  const sharing = protection ? 'private' : 'public'
  if (protection) {
    http.addHook('onRequest', async request => {
      if (request.url.startsWith(`${basePath}/static/`)) await protection.guardFile(request)
    })
  }
  await http.register(fastifyStatic, {
    root: path.join(folder, 'static'),
    prefix: `${basePath}/static/`,
    preCompressed: true,
    decorateReply: true,
    index: false,
    dotfiles: 'deny',
    cacheControl: false,
    setHeaders: reply => void reply.header('cache-control', `${sharing}, max-age=31536000, immutable`),
  })
  for (const file of looseFiles(folder)) {
    http.get(`${basePath}/${file}`, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').sendFile(file, folder, { cacheControl: false }),
    )
  }
}

function looseFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isFile() && !entry.name.startsWith('.') && !/\.(html|br|gz)$/.test(entry.name))
    .map(entry => entry.name)
}

function pageRenderer(options: WebAppOptions): (url: string, nonce: string, entered: boolean) => Promise<string> {
  const { development, protection } = options
  const toTemplate = (source: string) => source.replaceAll('__BASE_PATH__', `${options.basePath}/`)
  const source = development?.template ?? readFileSync(path.join(options.folder, 'index.html'), 'utf8')
  const app = toTemplate(protection ? source.replace('</head>', '<meta name="backstage-app-mode" content="protected" /></head>') : source)
  const signIn = protection && toTemplate(protection.signInPage)
  return async (url, nonce, entered) => {
    const template = entered || !signIn ? app : signIn
    const html = (await development?.transform(url, template)) ?? template
    // A function as replacement: '$&' in a config value must stay as it is.
    return html.replace('<!--portico:config-->', () => configScript(options.config())).replaceAll('__CSP_NONCE__', nonce)
  }
}

/** Data, not code: no browser runs it, and nothing in it can end the element early. */
function configScript(config: readonly object[]): string {
  return `<script type="backstage.io/config">\n${JSON.stringify(config).replaceAll('<', '\\u003c')}\n</script>`
}
