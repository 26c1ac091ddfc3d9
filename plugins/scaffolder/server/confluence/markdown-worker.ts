import { toMarkdown, type PageHtml } from './to-markdown.ts'

process.on('message', ({ id, ...page }: PageHtml & { readonly id: number }) => {
  try {
    process.send?.({ id, result: toMarkdown(page) })
  } catch (error) {
    process.send?.({ id, failure: (error as Error).message })
  }
})
// Without the server there is nothing to do.
process.on('disconnect', () => process.exit(0))
process.send?.({ ready: true })
