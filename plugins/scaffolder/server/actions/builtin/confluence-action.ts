import { inputError } from '@portico/core/common'
import path from 'node:path'
import { z } from 'zod'
import type { ConfluenceSection } from '../../config.ts'
import type { ConfluencePage } from '../../confluence/confluence-client.ts'
import { defineAction, type Action, type ActionContext } from '../action.ts'

const input = z.object({
  confluenceUrls: z.array(z.url()).min(1).max(100).describe('The addresses of the pages, as the browser shows them'),
  repoUrl: z.url().describe('The address of the mkdocs.yml that gets the pages, such as https://host/owner/repo/blob/main/mkdocs.yml'),
  token: z.string().optional().describe('Reads mkdocs.yml in place of the credentials of the config'),
})

/** Pages of Confluence as docs: Markdown, attachments and navigation, ready for a pull request. */
export function createConfluenceActions(settings: () => ConfluenceSection | undefined): Action[] {
  const transform = defineAction({
    id: 'confluence:transform:markdown',
    description: 'Turns pages of Confluence into Markdown beside a mkdocs.yml, with their attachments and an entry in its navigation',
    examples: [
      {
        description: 'Move a page into a repository by a pull request',
        example:
          'steps:\n  - id: pages\n    action: confluence:transform:markdown\n    input:\n      confluenceUrls:\n        - https://confluence.example.com/display/TEAM/Runbook\n      repoUrl: https://github.com/acme/handbook/blob/main/mkdocs.yml\n  - action: publish:github:pull-request\n    input:\n      repoUrl: github.com?owner=${{ steps.pages.output.owner }}&repo=${{ steps.pages.output.repo }}\n      branchName: from-confluence\n      title: Docs from Confluence\n      description: Pages that were in Confluence\n',
      },
    ],
    input,
    output: z.object({
      repo: z.string().describe('The name of the repository of mkdocs.yml'),
      owner: z.string().describe('The owner of that repository'),
      files: z.array(z.string()).describe('The pages that were written'),
    }),
    // It reads only; what it makes is in the workspace.
    supportsDryRun: true,
    isIdempotent: true,
    async run(context) {
      const given = settings()
      if (!given) throw inputError('There is no confluence.baseUrl in the config', { code: 'scaffolder.confluence-config' })
      await transformPages(context, given)
    },
  })
  return [transform] as Action[]
}

async function transformPages(context: ActionContext<z.output<typeof input>>, settings: ConfluenceSection): Promise<void> {
  const { confluenceUrls, repoUrl, token } = context.input
  const { signal, workspace, fetch, log, output } = context
  // Only who moves pages needs what reads and converts them.
  const [{ createConfluenceClient }, { startMarkdownProcess }, { readMkdocsAddress, toFileName }] = await Promise.all([
    import('../../confluence/confluence-client.ts'),
    import('../../confluence/markdown-process.ts'),
    import('../../confluence/mkdocs-file.ts'),
  ])
  const place = readMkdocsAddress(repoUrl)
  const mkdocs = String(Buffer.from(await fetch.file(repoUrl, { token })))
  const client = createConfluenceClient(settings, signal)
  const pages: { page: ConfluencePage; address: string; name: string }[] = []
  for (const address of new Set(confluenceUrls)) {
    const page = await client.page(address)
    const name = toFileName(page.title)
    pages.push({ page, address, name: pages.some(each => each.name === name) ? `${name}-${page.id}` : name })
  }
  const added = await context.renderer.data(
    'addToNavigation',
    { text: mkdocs, pages: pages.map(({ page, name }) => ({ title: page.title, file: `${name}.md` })) },
    { what: 'mkdocs.yml', budget: context.budget },
  )
  const root = path.posix.dirname(place.path)
  const docs = path.posix.join(root, added.docsFolder)
  const converter = startMarkdownProcess(signal)
  try {
    for (const { page, address, name } of pages) {
      const attachments = await client.attachments(page)
      const folder = `img/${name}`
      const names = attachments.map(each => each.name)
      const { markdown, used } = await converter.convert(page.title, { html: page.html, address, folder, attachments: names })
      await workspace.write(`${docs}/${name}.md`, `# ${page.title.replaceAll('\n', ' ')}\n\n${markdown}`)
      const shown = attachments.filter(each => used.includes(each.name))
      for (const each of shown) await workspace.write(`${docs}/${folder}/${each.name}`, await client.download(each))
      log(`'${page.title}' written to ${docs}/${name}.md, with ${shown.length} attachments`)
    }
  } finally {
    converter.stop()
  }
  if (added.text !== mkdocs) await workspace.write(place.path, added.text)
  else log('The navigation of mkdocs.yml stays as it is')
  output('repo', place.repo)
  output('owner', place.owner)
  output(
    'files',
    pages.map(({ name }) => `${docs}/${name}.md`),
  )
}
